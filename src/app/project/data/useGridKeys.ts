import type { KeyboardEvent, MouseEvent } from 'react';
import { cellAtElement } from '../../grid/gridCells';
import { singleCell, type Cell, type CellRange, HEAD, isOneCell } from '../../grid/gridMoves';
import type { Pressed } from '../../grid/pressedKey';
import type { GridSelection } from '../../grid/useSelection';

/** Edits cells by a key. Returns whether the key was handled. */
export type EditKey = (pressed: Pressed, active: Cell, range: CellRange) => boolean;

interface GridKeys {
  /** Number of rows that Page Up and Page Down move by. */
  readonly page: number;
  /** ⌘C, with the selected range. */
  readonly onCopy: (range: CellRange) => void;
  /** Handles keys that edit. */
  readonly onEdit: EditKey;
  /** Enter on a cell or on a column header. */
  readonly onEnter: (cell: Cell) => void;
  /** Esc while no more than one cell is selected. */
  readonly onLeave: () => void;
}

/** Returns the keydown handler of the grid: edit, copy, open, leave, move. */
export function gridKeys(grid: GridSelection, { page, onCopy, onEdit, onEnter, onLeave }: GridKeys) {
  const { range, select, move } = grid;
  const { active } = grid.selection;
  return (event: KeyboardEvent<HTMLElement>) => {
    const isOnGrid = event.target === event.currentTarget && !event.nativeEvent.isComposing;
    if (isOnGrid && onEdit(event, active, range)) return event.preventDefault();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'c' && window.getSelection()?.isCollapsed !== false) onCopy(range);
    if (event.key === 'Enter' && isOnGrid) onEnter(active);
    if (event.key === 'Escape') {
      if (isOneCell(range) || active.row === HEAD) onLeave();
      else select(singleCell(active));
    }
    if (move(event, page)) event.preventDefault();
  };
}

interface RowsMouse extends Pick<GridSelection, 'pick'> {
  readonly open: (row: number) => void;
  /** Edits a cell; undefined where rows are read-only. */
  readonly edit: ((cell: Cell) => void) | undefined;
}

/** Whether the device has a touch screen, where a double click is no option, or a small screen. */
const isTouch = () => window.matchMedia?.('(pointer: coarse), (max-width: 760px)').matches ?? false;

/**
 * Returns the mouse handlers of the rows: a click activates a cell, and opens the row if it is an id; a double click edits a
 * cell, or opens its row where rows are read-only.
 */
export const rowsMouse = ({ pick, open, edit }: RowsMouse) => ({
  onMouseDown({ target, shiftKey, button }: MouseEvent) {
    const cell = cellAtElement(target);
    if (cell) pick(cell, { extend: shiftKey, keep: button !== 0, isPressed: true });
  },
  onClick({ target, shiftKey }: MouseEvent) {
    const cell = cellAtElement(target);
    if (cell && !shiftKey && (cell.column === 0 || isTouch())) open(cell.row);
  },
  onDoubleClick({ target }: MouseEvent) {
    const cell = cellAtElement(target);
    if (cell === undefined) return;
    if (edit === undefined || cell.column === 0) open(cell.row);
    else edit(cell);
  },
});
