import type { MouseEvent } from 'react';
import type { Cell } from '../../grid/gridMoves';

/** The cell an element stands in, by what screen readers are told of it. */
function cellOf(target: EventTarget): Cell | undefined {
  const element = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const row = element?.closest('[role="row"]')?.getAttribute('aria-rowindex');
  const column = element?.getAttribute('aria-colindex');
  return row && column ? { row: Number(row) - 2, column: Number(column) - 1 } : undefined;
}

/** What the mouse does on rows: a press makes a cell the active one, one on an id and a double one anywhere open its row. */
export const rowsMouse = (pick: (cell: Cell, extend: boolean) => void, open: (row: number) => void) => ({
  onMouseDown({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) pick(cell, shiftKey);
  },
  onClick({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell?.column === 0 && !shiftKey) open(cell.row);
  },
  onDoubleClick({ target }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) open(cell.row);
  },
});
