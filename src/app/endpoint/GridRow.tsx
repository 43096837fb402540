import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { Column, Row } from '../../contract/rows';
import { Skeleton } from '../parts/Skeleton';
import { CellContent } from './CellContent';
import { isNumber } from './GridHead';
import { BodyCell, BodyId, BodyRow } from './gridLook';

/** Id of a cell's element, by which the grid names its active cell. */
export const cellId = (grid: string, row: number, column: number) => `${grid}-${row}-${column}`;

interface GridRowProps {
  readonly grid: string;
  readonly index: number;
  /** Pixels below the head. */
  readonly top: number;
  /** Undefined while it is on its way. */
  readonly row: Row | undefined;
  readonly columns: readonly Column[];
  /** The columns that are on the screen. */
  readonly items: readonly VirtualItem[];
  /** Number of the active column, 0 for `_id`, when this is the active row. */
  readonly active: number | undefined;
  readonly onPick: (row: number, column: number) => void;
}

/** One row of the grid; bars stand in for what has not come yet. */
export const GridRow = memo(function GridRow({ grid, index, top, row, columns, items, active, onPick }: GridRowProps) {
  return (
    <BodyRow role="row" aria-rowindex={index + 2} aria-busy={row === undefined || undefined} style={{ top }}>
      <BodyId
        role="gridcell"
        id={cellId(grid, index, 0)}
        aria-colindex={1}
        $active={active === 0}
        title={row?._id}
        onMouseDown={() => onPick(index, 0)}
      >
        {row?._id}
      </BodyId>
      {items.map(({ index: at, start, size }) => {
        const column = columns[at];
        if (column === undefined) return null;
        const place = at === columns.length - 1 ? { left: start, right: 0 } : { left: start, width: size };
        return (
          <BodyCell
            key={column.key}
            role="gridcell"
            id={cellId(grid, index, at + 1)}
            aria-colindex={at + 2}
            $right={isNumber(column)}
            $active={active === at + 1}
            style={place}
            onMouseDown={() => onPick(index, at + 1)}
          >
            {row === undefined ? <Bar /> : <CellContent value={row[column.key] ?? null} />}
          </BodyCell>
        );
      })}
    </BodyRow>
  );
});

const Bar = () => <Skeleton as="div" $width={64} style={{ display: 'inline-block' }} />;
