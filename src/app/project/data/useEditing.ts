import { useCallback, useEffect, useRef, useState } from 'react';
import { type Cell, HEAD } from '../../grid/gridMoves';
import { stepOf, typesCharacter } from '../../grid/pressedKey';
import { whenIdle } from '../../sagas/lazySaga';
import type { EarlyKey, EditHandle } from '../edit/EditLayer';
import type { EditsOf, RowEdits } from '../edit/useRowEdits';
import type { EditKey } from './useGridKeys';

/** Keys that edit, where cells can be edited, beside those that can be typed. */
const EDITS = ['Enter', 'F2', 'Delete', 'Backspace'];

/** Of all these, those that do not begin the text of a cell. */
const BESIDE = ['Delete', 'Backspace', ' '];

/** Keys that end the text of a cell. */
const ENDS = ['Enter', 'Tab', 'Escape'];

/** Whether keys have begun the text of a cell, and not ended it. */
const isTyping = (early: readonly EarlyKey[], { row, column }: Cell) =>
  early.reduce(
    (open, { active, pressed: { key } }) =>
      active.row === row && active.column === column ? !(open ? ENDS : BESIDE).includes(key) : open,
    false,
  );

/** Whether the browser has had a pause since the rows were drawn: what is not seen yet may come then. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => void whenIdle().then(() => setIdle(true)), []);
  return idle;
}

/**
 * Editing comes in a file of its own, when there is time or with the first key. Those that are pressed until then are kept, each with
 * its cell; they move on to the next cell as they do in an editor.
 *
 * @param leave goes on to another cell
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
    const isEdit = active.row !== HEAD && active.column > 0 && (isTyped || EDITS.includes(key));
    // The browser handles commands and function keys.
    if (!isTyped && (ctrlKey || metaKey || altKey)) return false;
    if (!isEdit && !(isText && !/^F\d/.test(key))) return false;
    early.current.push({ pressed, active, range });
    setPressed(true);
    const step = isText ? stepOf(pressed) : undefined;
    if (step) leave(...step);
    return true;
  };
  const isWanted = writable && (isIdle || isPressed);
  return { editing: { handle, early, editsOf: writable ? editsOf : undefined, setEdits }, onEdit, isWanted };
}
