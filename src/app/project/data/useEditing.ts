import { useCallback, useEffect, useRef, useState } from 'react';
import { type Cell, HEAD, stepForKey } from '../../grid/gridMoves';
import { typesCharacter } from '../../grid/gridKeys';
import type { EarlyKey, EditHandle } from '../edit/EditLayer';
import type { EditsOf, RowEdits } from '../edit/useRowEdits';
import type { EditKey } from './useGridKeys';

/** Keys that edit, in addition to printable ones. */
const EDIT_KEYS = ['Enter', 'F2', 'Delete', 'Backspace'];

/** Editing keys that do not start the text of a cell. */
const NON_TEXT_KEYS = ['Delete', 'Backspace', ' '];

/** Keys that end the text of a cell. */
const END_KEYS = ['Enter', 'Tab', 'Escape'];

/** Whether the queued keys have started the text of a cell and not ended it. */
const isTyping = (early: readonly EarlyKey[], { row, column }: Cell) =>
  early.reduce(
    (open, { active, pressed: { key } }) =>
      active.row === row && active.column === column ? !(open ? END_KEYS : NON_TEXT_KEYS).includes(key) : open,
    false,
  );

/** Returns whether the browser was idle since the first render, so that invisible parts may load. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true));
      return () => clearTimeout(timer);
    }
    const waiting = requestIdleCallback(() => setIdle(true), { timeout: 1_000 });
    return () => cancelIdleCallback(waiting);
  }, []);
  return idle;
}

/**
 * Lazy-loads editing when the browser is idle or with the first key that edits. Keys pressed until then are queued with their
 * cell; Enter and Tab move to the next cell as in an editor.
 *
 * @param leave moves to another cell
 */
export function useEditing(writable: boolean, leave: RowEdits['leave']) {
  const isIdle = useIdle();
  const [isPressed, setPressed] = useState(false);
  const early = useRef<EarlyKey[]>([]);
  const [editsOf, setEditsOf] = useState<EditsOf>();
  const handle = useRef<EditHandle>(null);
  const setEdits = useCallback((next: EditsOf) => setEditsOf(() => next), []);

  const onEdit: EditKey = (pressed, active, range) => {
    if (!writable) return false;
    if (handle.current !== null) return handle.current.key(pressed, active, range);
    const { key, ctrlKey, metaKey, altKey } = pressed;
    const isText = isTyping(early.current, active);
    const isTyped = typesCharacter(pressed);
    const isEdit = active.row !== HEAD && active.column > 0 && (isTyped || EDIT_KEYS.includes(key));
    // The browser handles commands and function keys.
    if (!isTyped && (ctrlKey || metaKey || altKey)) return false;
    if (!isEdit && !(isText && !/^F\d/.test(key))) return false;
    early.current.push({ pressed, active, range });
    setPressed(true);
    const step = isText ? stepForKey(pressed) : undefined;
    if (step) leave(...step);
    return true;
  };
  const shouldLoad = writable && (isIdle || isPressed);
  return { editing: { handle, early, editsOf: writable ? editsOf : undefined, setEdits }, onEdit, shouldLoad };
}
