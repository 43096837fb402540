import type { KeyboardEvent, MouseEvent } from 'react';
import { cellOf } from '../../grid/gridCells';
import { at, type Cell, type CellRange, HEAD, isOneCell } from '../../grid/gridMoves';
import type { Pressed } from '../../grid/gridKeys';
import type { GridSelection } from '../../grid/useSelection';

/** What a key does to cells; says whether it did something. */
export type EditKey = (pressed: Pressed, active: Cell, range: CellRange) => boolean;

interface GridKeys {
  /** Rows that Page up and Page down go over. */
  readonly page: number;
  /** ⌘C, with what is marked. */
  readonly onCopy: (range: CellRange) => void;
  /** What keys do to cells; says of a key whether it did something. */
  readonly onEdit: EditKey;
  /** Enter: on a cell, or on a column's head. */
  readonly onEnter: (cell: Cell) => void;
  /** Esc when nothing is marked. */
  readonly onLeave: () => void;
}

/** What keys do in the grid: edit, copy, open, leave, move. */
export function gridKeys(grid: GridSelection, { page, onCopy, onEdit, onEnter, onLeave }: GridKeys) {
  const { range, select, move } = grid;
  const { active } = grid.selection;
  return (event: KeyboardEvent<HTMLElement>) => {
    const isGrids = event.target === event.currentTarget && !event.nativeEvent.isComposing;
    if (isGrids && onEdit(event, active, range)) return event.preventDefault();
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'c' && window.getSelection()?.isCollapsed !== false) onCopy(range);
    if (event.key === 'Enter' && event.target === event.currentTarget) onEnter(active);
    if (event.key === 'Escape') {
      if (isOneCell(range) || active.row === HEAD) onLeave();
      else select(at(active));
    }
    if (move(event, page)) event.preventDefault();
  };
}

interface RowsMouse extends Pick<GridSelection, 'pick'> {
  readonly open: (row: number) => void;
  /** Edits a cell; undefined where none can be. */
  readonly edit: ((cell: Cell) => void) | undefined;
}

/** Whether fingers press, which have no second kind of press, or there is little room. */
const isTouch = () => window.matchMedia?.('(pointer: coarse), (max-width: 760px)').matches ?? false;

/**
 * What the mouse does on rows: a press makes a cell the active one, one on an id opens its row; two edit a cell, or open its row
 * where nothing can be edited.
 */
export const rowsMouse = ({ pick, open, edit }: RowsMouse) => ({
  onMouseDown({ target, shiftKey, button }: MouseEvent) {
    const cell = cellOf(target);
    if (cell) pick(cell, { extend: shiftKey, keep: button !== 0, isPressed: true });
  },
  onClick({ target, shiftKey }: MouseEvent) {
    const cell = cellOf(target);
    if (cell && !shiftKey && (cell.column === 0 || isTouch())) open(cell.row);
  },
  onDoubleClick({ target }: MouseEvent) {
    const cell = cellOf(target);
    if (cell === undefined) return;
    if (edit === undefined || cell.column === 0) open(cell.row);
    else edit(cell);
  },
});
