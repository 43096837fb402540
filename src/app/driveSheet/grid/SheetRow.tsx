import type { VirtualItem } from '@tanstack/react-virtual';
import { memo, type MouseEvent } from 'react';
import { useSelector } from 'react-redux';
import type { RootState } from '../../rootReducer';
import type { Range } from './selection';
import { type CellEditing, SheetCell, type SheetCellProps } from './SheetCell';
import { RowLine, RowNumber } from '../page/sheetStyles';
import { isLockedCell } from './ranges';
import { selectCell, selectClashes, selectIsStale, selectMisfits } from '../state/sheetSelectors';
import { useAppSelector } from '../../storeHooks';

export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;

export interface SheetRowProps extends Pick<SheetCellProps, 'onPress' | 'onOpen'> {
  readonly grid: string;
  readonly sheetId: number;
  readonly row: number;
  readonly top: number;
  readonly columns: readonly VirtualItem[];
  readonly header: boolean;
  /** Column of the active cell, where it is in this row. */
  readonly active: number | undefined;
  readonly range: Range;
  readonly editing: CellEditing | undefined;
  readonly hint: string | undefined;
  readonly onNumber: (row: number, event: MouseEvent) => void;
}

function ConnectedCell({
  sheetId,
  ...props
}: Omit<SheetCellProps, 'written' | 'stale'> & { readonly sheetId: number }) {
  const { row, column } = props;
  const written = useSelector((state: RootState) => selectCell(state, sheetId, { row, column }), isSameWritten);
  const stale = useAppSelector(
    (state: RootState) => isLockedCell(written) && selectIsStale(state, sheetId, { row, column }),
  );
  return <SheetCell {...props} written={written} stale={stale} />;
}

type MaybeWritten = ReturnType<typeof selectCell>;

const isSameWritten = (one: MaybeWritten, other: MaybeWritten) =>
  one === other ||
  (one !== undefined && other !== undefined && 'cell' in one && 'cell' in other && one.cell === other.cell);

/** A row of the grid: its number, and those of its cells that are on the screen. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { grid, sheetId, row, top, columns, header, active, range, editing, hint, onPress, onOpen, onNumber } = props;
  const clashes = useAppSelector((state: RootState) => selectClashes(state, sheetId));
  const isMarked = row >= range.top && row <= range.bottom;
  const ownClashes = clashes.filter((clash) => clash.row === row);
  const misfits = useAppSelector((state: RootState) => selectMisfits(state, sheetId));
  const misfitColumn = misfits[0]?.row === row ? misfits[0].column : undefined;
  const level = ownClashes.length > 0 || misfitColumn !== undefined ? 2 : active === undefined ? 0 : 1;
  return (
    <RowLine role="row" aria-rowindex={row + 1} style={{ top }} $header={header} $level={level}>
      <RowNumber
        role="rowheader"
        $marked={isMarked}
        onMouseDown={(event) => onNumber(row, event)}
        onContextMenu={(event) => onNumber(row, event)}
      >
        {row}
      </RowNumber>
      {columns.map(({ index, start, size }) => {
        const column = index + 1;
        return (
          <ConnectedCell
            key={column}
            id={cellId(grid, row, column)}
            sheetId={sheetId}
            row={row}
            column={column}
            left={start}
            width={size}
            active={active === column}
            marked={isMarked && column >= range.left && column <= range.right}
            hint={column === 1 ? hint : undefined}
            misfits={misfitColumn === column ? misfits : undefined}
            clash={ownClashes.find((clash) => clash.column === column)}
            editing={active === column ? editing : undefined}
            onPress={onPress}
            onOpen={onOpen}
          />
        );
      })}
    </RowLine>
  );
});
