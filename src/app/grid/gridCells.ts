import type { MouseEvent } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import { type Cell, type CellRange, HEAD } from './gridMoves';

/** A column on the screen: its index from 0, its offset and its width in pixels. */
export type ColumnItem = Pick<VirtualItem, 'index' | 'start' | 'size'>;

/** Returns the id of a cell's element, to which `aria-activedescendant` refers. */
export const cellId = (grid: string, { row, column }: Cell) => `${grid}-${row}-${column}`;

/** Returns the position of a column. @param count number of columns; if given, the last column fills the remaining space */
export const columnStyle = ({ index, start, size }: ColumnItem, count?: number) =>
  index + 1 === count ? { left: start, right: 0, minWidth: size } : { left: start, width: size };

/** Returns the value of a boolean attribute: an empty text, or undefined to omit it. */
export const booleanAttribute = (is: boolean) => (is ? '' : undefined);

/** Returns the attributes of a row. */
export const rowProps = (row: number, top: number) => ({
  role: 'row',
  'aria-rowindex': row + 2,
  'data-row': '',
  style: { top },
});

/** Returns the attributes of a column header. */
export const headProps = (grid: string, column: number) => ({
  role: 'columnheader',
  id: cellId(grid, { row: HEAD, column }),
  'aria-colindex': column + 1,
});

/** Position of a row and its selected cells. */
export interface RowPlace {
  readonly grid: string;
  readonly index: number;
  /** Number of the active column; undefined unless this is the active row. */
  readonly active: number | undefined;
  /** Selected columns of this row. */
  readonly marked: CellRange['columns'] | undefined;
}

/** Returns the attributes of a cell: id, position, selection. */
export function cellProps({ grid, index, active, marked }: RowPlace, column: number) {
  const isMarked = marked !== undefined && column >= marked.first && column <= marked.last;
  const isActive = active === column;
  return {
    role: 'gridcell',
    id: cellId(grid, { row: index, column }),
    'aria-colindex': column + 1,
    'aria-selected': isMarked || isActive,
    'data-active': booleanAttribute(isActive),
    'data-marked': booleanAttribute(isMarked),
  };
}

/** Returns the position of the cell or header around an element, from its ARIA attributes. */
export function cellAtElement(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest('[role="row"] > [aria-colindex]') : null;
  const row = element?.parentElement?.getAttribute('aria-rowindex');
  return row ? { row: Number(row) - 2, column: Number(element?.getAttribute('aria-colindex')) - 1 } : undefined;
}

/** Returns the element of a cell or header whose text may be truncated. */
const textElementOf = (cell: Element) => cell.querySelector<HTMLElement>('[data-words]') ?? (cell as HTMLElement);

/** Returns the full text of a cell or header if it is truncated. */
export function truncatedText(cell: Element): string | undefined {
  const words = textElementOf(cell);
  return words.scrollWidth > words.clientWidth ? words.textContent : undefined;
}

/** Shows the full text of a truncated cell as its tooltip when it is hovered, unless the cell has another tooltip. */
export function showFullText({ target }: MouseEvent) {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  if (cell === null || (cell.title !== '' && cell.dataset.cut === undefined)) return;
  cell.dataset.cut = '';
  cell.title = truncatedText(cell) ?? '';
}
