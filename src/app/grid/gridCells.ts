import type { MouseEvent } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type Cell, type CellRange, HEAD } from './gridMoves';

/** A column on the screen: its number from 0, and its place and width in pixels. */
export type ColumnItem = Pick<VirtualItem, 'index' | 'start' | 'size'>;

/** Id of a cell's element, by which the grid names its active cell. */
export const cellId = (grid: string, { row, column }: Cell) => `${grid}-${row}-${column}`;

/** Where a column stands. @param count of all columns, where the last one takes what room is left */
export const placeOf = ({ index, start, size }: ColumnItem, count?: number) =>
  index + 1 === count ? { left: start, right: 0, minWidth: size } : { left: start, width: size };

/** What an attribute without a value is set to. */
export const on = (is: boolean) => (is ? '' : undefined);

/** Where a row stands. */
export const rowProps = (row: number, top: number) => ({
  role: 'row',
  'aria-rowindex': row + 2,
  'data-row': '',
  style: { top },
});

/** The head of a column. */
export const headProps = (grid: string, column: number) => ({
  role: 'columnheader',
  id: cellId(grid, { row: HEAD, column }),
  'aria-colindex': column + 1,
});

/** Where a row stands, and what of it is marked. */
export interface RowPlace {
  readonly grid: string;
  readonly index: number;
  /** Number of the active column, when this is the active row. */
  readonly active: number | undefined;
  /** Columns that are marked in this row. */
  readonly marked: CellRange['columns'] | undefined;
}

/** What every cell of a row has: its name, its place, and how it is marked. */
export function cellProps({ grid, index, active, marked }: RowPlace, column: number) {
  const isMarked = marked !== undefined && column >= marked.first && column <= marked.last;
  const isActive = active === column;
  return {
    role: 'gridcell',
    id: cellId(grid, { row: index, column }),
    'aria-colindex': column + 1,
    'aria-selected': isMarked || isActive,
    'data-active': on(isActive),
    'data-marked': on(isMarked),
  };
}

/** The place of the cell or head that an element stands in, by its ARIA attributes. */
export function cellOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest('[role="row"] > [aria-colindex]') : null;
  const row = element?.parentElement?.getAttribute('aria-rowindex');
  return row ? { row: Number(row) - 2, column: Number(element?.getAttribute('aria-colindex')) - 1 } : undefined;
}

/** What may be cut of a cell or head: its words, where they stand in an element of their own. */
const wordsOf = (cell: Element) => cell.querySelector<HTMLElement>('[data-words]') ?? (cell as HTMLElement);

/** All of a text that is cut; undefined where none is. */
export function cutText(cell: Element): string | undefined {
  const words = wordsOf(cell);
  return words.scrollWidth > words.clientWidth ? words.textContent : undefined;
}

/** What is cut shows itself to who points at it, unless the cell has something else to say. */
export function showCut({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (cell === null || (cell.title !== '' && cell.dataset.cut === undefined)) return;
  cell.dataset.cut = '';
  cell.title = cutText(cell) ?? '';
}
