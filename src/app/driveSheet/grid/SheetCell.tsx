import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { ClashBox } from './ClashBox';
import { Icon } from '../../ui/display/Icon';
import { isLockedCell, isRightCell, shownOf } from './ranges';
import { Cell, CellInput, Tip } from './cellStyles';
import { useBeyondEdge } from './useScreen';
import { MisfitBox } from './MisfitBox';
import type { Clash, NotedMisfit, Written } from '../state/sheetState';

export const FORMULA_TIP = 'Formulas are kept but not recalculated here';

export const STALE_TIP =
  'Its inputs have changed since this value was calculated. Open the file in a spreadsheet program and upload it again to recalculate.';

/** The input of the cell that is edited in its place. */
export interface CellEditing {
  readonly text: string;
  readonly label: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onLeave: () => void;
}

export interface SheetCellProps {
  readonly id: string;
  readonly row: number;
  readonly column: number;
  readonly left: number;
  readonly width: number;
  /** undefined while it is on its way. */
  readonly written: Written | undefined;
  readonly active: boolean;
  readonly marked: boolean;
  /** Whether its value is older than what it was calculated from. */
  readonly stale: boolean;
  /** What stands in an empty sheet's first cell. */
  readonly hint?: string | undefined;
  readonly clash?: Clash | undefined;
  /** Values that do not fit their columns, where its own is the first of them. */
  readonly misfits?: readonly NotedMisfit[] | undefined;
  readonly editing?: CellEditing | undefined;
  readonly onPress: (row: number, column: number, event: MouseEvent) => void;
  readonly onOpen: (row: number, column: number) => void;
}

const Editor = ({ text, label, onType, onKeyDown, onLeave }: CellEditing) => (
  <CellInput
    autoFocus
    aria-label={label}
    value={text}
    spellCheck={false}
    autoComplete="off"
    onChange={(event) => onType(event.target.value)}
    onKeyDown={onKeyDown}
    onBlur={onLeave}
  />
);

/** What a formula's cell says while it is active. */
function FormulaTip({ text }: { readonly text: string }) {
  const [tip, isLeft] = useBeyondEdge();
  return (
    <Tip ref={tip} role="tooltip" aria-hidden="true" $wide={text === STALE_TIP} $isLeft={isLeft}>
      {text}
    </Tip>
  );
}

/** A cell of the grid: what stands in it, or the input while it is edited. */
export const SheetCell = memo(function SheetCell(props: SheetCellProps) {
  const {
    id,
    row,
    column,
    left,
    width,
    written,
    active,
    marked,
    stale,
    hint,
    clash,
    misfits,
    editing,
    onPress,
    onOpen,
  } = props;
  const locked = isLockedCell(written);
  const text = shownOf(written);
  const tip = stale ? STALE_TIP : locked ? FORMULA_TIP : undefined;
  return (
    <Cell
      id={id}
      role="gridcell"
      aria-colindex={column + 1}
      aria-selected={active || marked}
      aria-readonly={locked || undefined}
      aria-description={tip}
      title={active ? undefined : tip}
      style={{ left, width }}
      $right={isRightCell(written)}
      $active={active}
      $marked={marked && !active}
      $clash={clash !== undefined || misfits !== undefined}
      $formula={locked}
      $stale={stale}
      onMouseDown={(event) => onPress(row, column, event)}
      onDoubleClick={() => onOpen(row, column)}
    >
      {locked && <i aria-hidden="true">{stale ? <Icon name="warning" size={12} /> : 'f'}</i>}
      <span>{text === '' && hint !== undefined ? <em>{hint}</em> : text}</span>
      {editing && <Editor {...editing} />}
      {tip !== undefined && active && <FormulaTip text={tip} />}
      {clash && <ClashBox clash={clash} />}
      {misfits?.[0] && <MisfitBox sheetId={misfits[0].sheetId} misfits={misfits} />}
    </Cell>
  );
});
