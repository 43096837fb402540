import type { VirtualItem } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { CellValue, Column, Row } from '../../../contract/rows';
import { shown } from '../../ui/display/numbers';
import { CellContent } from './CellContent';
import { EVERY_CELL } from '../rows/freshCells';
import { isNumber, placeOf } from './GridHead';
import { Bar } from './gridStyles';
import { cellId } from '../../grid/gridMoves';

/** A cell shows no more than this; the row beside the grid shows all. */
const MOST_CHARACTERS = 300;

const cut = (value: CellValue) =>
  typeof value === 'string' && value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value;

/** The marked columns, first and last. */
export interface MarkedColumns {
  readonly first: number;
  readonly last: number;
}

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
  /** Columns that are marked in this row. */
  readonly marked: MarkedColumns | undefined;
  /** Columns whose cells have just changed. */
  readonly fresh: readonly string[] | undefined;
}

/** What an attribute without a value is set to. */
const on = (is: boolean) => (is ? '' : undefined);

/** What every cell of a row has: its name, its place, and how it is marked. */
function cellProps({ grid, index, active, marked }: GridRowProps, column: number) {
  const isMarked = marked !== undefined && column >= marked.first && column <= marked.last;
  const isActive = active === column;
  return {
    role: 'gridcell',
    id: cellId(grid, index, column),
    'aria-colindex': column + 1,
    'aria-selected': isMarked || isActive,
    'data-active': on(isActive),
    'data-marked': on(isMarked),
  };
}

/** What the tooltip of an id says: where its row stands in the sheet. */
const rowWords = (row: Row | undefined) =>
  typeof row?._row === 'number' ? `Row ${shown(row._row)} of the sheet` : row?._id;

/** One row of the grid; bars stand in for what has not come yet. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { index, top, row, columns, items, fresh } = props;
  const isNew = fresh?.[0] === EVERY_CELL[0];
  return (
    <div data-row="" role="row" aria-rowindex={index + 2} aria-busy={row === undefined || undefined} style={{ top }}>
      <div {...cellProps(props, 0)} data-cell="id" data-fresh={on(isNew)} title={rowWords(row)}>
        {row === undefined ? <Bar /> : row._id}
      </div>
      {items.map((item) => {
        const column = columns[item.index];
        if (column === undefined) return null;
        return (
          <div
            key={column.key}
            {...cellProps(props, item.index + 1)}
            data-cell={isNumber(column) ? 'right' : ''}
            data-fresh={on(isNew || (fresh?.includes(column.key) ?? false))}
            style={placeOf(item, columns.length)}
          >
            {row === undefined ? <Bar /> : <CellContent value={cut(row[column.key] ?? null)} />}
          </div>
        );
      })}
    </div>
  );
});
