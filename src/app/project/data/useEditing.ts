import { useEffect, useRef, useState } from 'react';
import { type Cell, HEAD } from '../../grid/gridMoves';
import { stepOf, typesCharacter } from '../../grid/pressedKey';
import { whenIdle } from '../../sagas/lazySaga';
import type { EarlyKey, EditHandle } from '../edit/EditLayer';
import type { EditsOf, RowEdits } from '../edit/useRowEdits';
import type { EditKey } from './useGridKeys';

/** Named keys that edit a cell. */
const EDITS = ['Enter', 'F2', 'Delete', 'Backspace'];

/** Keys among these and the printable ones that do not start a text. */
const NOT_STARTING = ['Delete', 'Backspace', ' '];

/** Keys that end a text. */
const ENDS = ['Enter', 'Tab', 'Escape'];

/**
 * Loads the editing chunk once the browser is idle, or with the first key. Earlier keys are queued with their cells; Enter and Tab move on
 * to the next cell at once, as they do in an editor.
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
    const isEdit = active.row !== HEAD && active.column > 0 && (isTyped || EDITS.includes(key));
    const isCommand = !isTyped && (ctrlKey || metaKey || altKey);
    // The browser handles commands and function keys.
    if (isCommand || !(isEdit || (isText && !/^F\d/.test(key)))) return false;
    early.current.push({ pressed, active, range });
    typing.current = (isText ? ENDS : NOT_STARTING).includes(key) ? undefined : active;
    setLoading(true);
    const step = stepOf(pressed);
    if (isText && step) leave(...step);
    return true;
  };
  const editing = { handle, early, editsOf: writable ? editsOf : undefined, onEdits };
  return { editing, onEdit, isWanted: writable && isLoading };
}
