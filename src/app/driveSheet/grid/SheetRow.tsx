import { type CSSProperties, type FocusEvent, memo, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useCellPlace } from '../../grid/CellBox';
import {
  cellProps,
  type ColumnItem,
  booleanAttribute,
  columnStyle,
  type RowPlace,
  rowProps,
} from '../../grid/gridCells';
import type { RootState } from '../../rootReducer';
import { Icon } from '../../ui/display/Icon';
import { useAppSelector } from '../../storeHooks';
import { selectCell, selectClashes, selectIsStale, selectMisfits } from '../state/sheetSelectors';
import { isLockedCell, isRightAligned, type Place, toTabPlace, writtenText } from '../state/sheetState';
import { CellInput, Tip } from './cellStyles';
import { ClashBox, MisfitBox } from './CellBoxes';
import type { CellEditing } from './useGridEditor';

const FORMULA_TIP = 'Formulas are kept but not recalculated here';

export const STALE_TIP =
  'Its inputs have changed since this value was calculated. Open the file in a spreadsheet program and upload it again to recalculate.';

interface SheetRowProps extends RowPlace {
  readonly sheetId: number;
  readonly top: number;
  readonly items: readonly ColumnItem[];
  readonly isHeader: boolean;
  readonly editing: CellEditing | undefined;
  /** Placeholder in the first cell of an empty sheet. */
  readonly hint: string | undefined;
}

const moveCaretToEnd = ({ target }: FocusEvent<HTMLTextAreaElement>) =>
  target.setSelectionRange(target.value.length, target.value.length);

const Editor = ({ text, label, onType, onKeyDown, onLeave }: CellEditing) => (
  <CellInput
    autoFocus
    rows={1}
    aria-label={label}
    value={text}
    onFocus={moveCaretToEnd}
    spellCheck={false}
    autoComplete="off"
    onChange={(event) => onType(event.target.value)}
    onKeyDown={onKeyDown}
    onBlur={onLeave}
  />
);

/** The tooltip of a formula's cell while it is active. */
function FormulaTip({ text }: { readonly text: string }) {
  const tip = useRef<HTMLDivElement>(null);
  useCellPlace(tip, 'below');
  return (
    <Tip ref={tip} role="tooltip" aria-hidden="true" $wide={text === STALE_TIP}>
      {text}
    </Tip>
  );
}

type MaybeWritten = ReturnType<typeof selectCell>;

function isSameWritten(a: MaybeWritten, b: MaybeWritten) {
  if (a === undefined || b === undefined || 'typed' in a || 'typed' in b) return a === b;
  return a.cell === b.cell;
}

interface SheetCellProps {
  readonly row: SheetRowProps;
  readonly column: number;
  readonly style: CSSProperties;
}

/** A cell of the grid: its content, or the input while it is edited. */
function SheetCell({ row, column, style }: SheetCellProps) {
  const { sheetId } = row;
  const place = toTabPlace({ row: row.index, column });
  const isHere = (other: Place) => other.row === place.row && other.column === column;
  const written = useSelector((state: RootState) => selectCell(state, sheetId, place), isSameWritten);
  const locked = isLockedCell(written);
  const stale = useAppSelector((state) => locked && selectIsStale(state, sheetId, place));
  const clash = useAppSelector(selectClashes, sheetId).find(isHere);
  const misfits = useAppSelector(selectMisfits, sheetId);
  const isMisfit = misfits[0] !== undefined && isHere(misfits[0]);
  const active = row.active === column;
  const formulaTip = stale ? STALE_TIP : FORMULA_TIP;
  const tip = locked ? formulaTip : undefined;
  const formulaState = stale ? 'stale' : '';
  const text = writtenText(written);
  const isHintShown = text === '' && column === 1 && row.hint !== undefined;
  return (
    <div
      {...cellProps(row, column)}
      aria-readonly={locked || undefined}
      aria-description={tip}
      title={active ? undefined : tip}
      style={style}
      data-cell={isRightAligned(written) ? 'right' : ''}
      data-formula={locked ? formulaState : undefined}
      data-wrong={booleanAttribute(clash !== undefined || isMisfit)}
    >
      {locked && <i aria-hidden="true">{stale ? <Icon name="warning" size={12} /> : 'f'}</i>}
      <span data-words="">{isHintShown ? <em>{row.hint}</em> : text}</span>
      {active && row.editing && <Editor {...row.editing} />}
      {tip !== undefined && active && <FormulaTip text={tip} />}
      {clash && <ClashBox sheetId={sheetId} clash={clash} />}
      {isMisfit && <MisfitBox sheetId={sheetId} misfits={misfits} />}
    </div>
  );
}

/** A row of the grid: its number and its cells on the screen. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { index, top, items, isHeader, marked } = props;
  return (
    <div {...rowProps(index, top)} data-header={booleanAttribute(isHeader)}>
      <div role="rowheader" aria-colindex={1} data-cell="side" data-marked={booleanAttribute(marked !== undefined)}>
        {index + 1}
      </div>
      {items.map((item) => (
        <SheetCell key={item.index} row={props} column={item.index + 1} style={columnStyle(item)} />
      ))}
    </div>
  );
});
