import type { KeyboardEvent } from 'react';

interface EditorActs {
  readonly type: (text: string) => void;
  /** What was typed is thrown away. */
  readonly cancel: () => void;
  /** What was typed is kept; the cell that lies so far away is next. */
  readonly leave: (down: number, right: number) => void;
}

/** Alt Enter begins a new line in the text of a cell, as in spreadsheets; browsers do nothing with it. */
function breakLine({ key, altKey, currentTarget: input }: KeyboardEvent<HTMLElement>, { type }: EditorActs): boolean {
  if (key !== 'Enter' || !altKey || !(input instanceof HTMLTextAreaElement) || input.readOnly) return false;
  input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
  type(input.value);
  return true;
}

/** What a key does while the text of a cell is edited: Enter and Tab keep it, with Shift backwards, and Esc does not. */
export function editorKey(event: KeyboardEvent<HTMLElement>, acts: EditorActs) {
  const step = event.shiftKey ? -1 : 1;
  if (event.nativeEvent.isComposing) return;
  if (breakLine(event, acts)) return event.preventDefault();
  if (event.key === 'Escape') acts.cancel();
  else if (event.key === 'Enter') acts.leave(step, 0);
  else if (event.key === 'Tab') acts.leave(0, step);
  else return;
  event.preventDefault();
}
