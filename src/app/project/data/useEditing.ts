import { useEffect, useRef, useState } from 'react';
import { type Cell, HEAD } from '../../grid/gridMoves';
import { stepForKey, typesCharacter } from '../../grid/pressedKey';
import { whenIdle } from '../../sagas/lazySaga';
import type { EarlyKey, EditHandle } from '../edit/EditLayer';
import type { EditsOf, RowEdits } from '../edit/useRowEdits';
import type { EditKey } from './useGridKeys';

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
