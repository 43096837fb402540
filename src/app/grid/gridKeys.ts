import type { KeyboardEvent } from 'react';
import { stepOf } from './gridMoves';

/** A pressed key with its modifiers. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>;

/**
 * Returns whether a key types a character. AltGr does so, which Windows reports as Ctrl and Alt; so does Option on macOS. Elsewhere
 * Alt with a letter or digit is a command.
 */
export function typesCharacter(pressed: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (key.length > 1 || metaKey) return false;
  return pressed.getModifierState('AltGraph') || !(ctrlKey || (altKey && /[a-z\d ]/i.test(key)));
}

/**
 * What keys do, by their names: `Enter`, `Ctrl+z` (the command key is Ctrl too), `Shift+Tab` where Shift makes a difference, and
 * `text` for all that can be typed. What returns false has done nothing.
 */
export type KeyActs = Readonly<Record<string, ((key: string) => unknown) | undefined>>;

/** Does what a key stands for. @returns whether it did something */
export function actOn(acts: KeyActs, pressed: Pressed): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = pressed;
  const isTyped = typesCharacter(pressed);
  const [held, name] = [(ctrlKey || metaKey) && !isTyped ? 'Ctrl+' : '', key.length === 1 ? key.toLowerCase() : key];
  const act =
    (shiftKey ? acts[`${held}Shift+${name}`] : undefined) ?? acts[held + name] ?? (isTyped ? acts.text : undefined);
  return act !== undefined && act(key) !== false;
}

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
  if (event.nativeEvent.isComposing) return;
  if (breakLine(event, acts)) return event.preventDefault();
  const step = stepOf(event);
  if (event.key === 'Escape') acts.cancel();
  else if (step) acts.leave(...step);
  else return;
  event.preventDefault();
}
