import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { cellAtElement } from '../../grid/gridCells';
import { singleCell, type Cell, type CellRange, HEAD, isOneCell } from '../../grid/gridMoves';
import { stepForKey, typesCharacter } from '../../grid/pressedKey';
import type { GridSelection } from '../../grid/useSelection';
import { whenIdle } from '../../sagas/lazySaga';
import type { EarlyKey, EditHandle, EditKey, EditsOf, RowEdits } from '../edit/gridEditing';

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

/** Keys that edit, in addition to printable ones. */
const EDIT_KEYS = ['Enter', 'F2', 'Delete', 'Backspace'];

/** Editing keys that do not start the text of a cell. */
const NON_TEXT_KEYS = ['Delete', 'Backspace', ' '];

/** Keys that end the text of a cell. */
const END_KEYS = ['Enter', 'Tab', 'Escape'];

/**
 * Lazy-loads editing when the browser is idle or with the first key that edits. Keys pressed until then are queued with their
 * cell; Enter and Tab move to the next cell as in an editor.
 *
 * @param leave moves to another cell
 */
export function useEditing(writable: boolean, leave: RowEdits['leave']) {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => void whenIdle().then(() => setLoading(true)), []);
  const early = useRef<EarlyKey[]>([]);
  /** The cell whose text these keys have started and not ended. */
  const typing = useRef<Cell>(undefined);
  const [{ editsOf }, onEdits] = useState<{ readonly editsOf?: EditsOf }>({});
  const handle = useRef<EditHandle>(null);

  const onEdit: EditKey = (pressed, active, range) => {
    if (!writable) return false;
    if (handle.current !== null) return handle.current.key(pressed, active, range);
    const { key, ctrlKey, metaKey, altKey } = pressed;
    const isText = typing.current?.row === active.row && typing.current.column === active.column;
    const isTyped = typesCharacter(pressed);
    const isEdit = active.row !== HEAD && active.column > 0 && (isTyped || EDIT_KEYS.includes(key));
    const isCommand = !isTyped && (ctrlKey || metaKey || altKey);
    // The browser handles commands and function keys.
    if (isCommand || !(isEdit || (isText && !/^F\d/.test(key)))) return false;
    early.current.push({ pressed, active, range });
    typing.current = (isText ? END_KEYS : NON_TEXT_KEYS).includes(key) ? undefined : active;
    setLoading(true);
    const step = stepForKey(pressed);
    if (isText && step) leave(...step);
    return true;
  };
  const editing = { handle, early, editsOf: writable ? editsOf : undefined, onEdits };
  return { editing, onEdit, shouldLoad: writable && isLoading };
}
