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
 * Key bindings by key name: `Enter`, `Ctrl+z` (also for the command key), `Shift+Tab` where Shift makes a difference, and
 * `text` for every printable key. A handler returns false if it has not handled the key.
 */
export type KeyActs = Readonly<Record<string, ((key: string) => unknown) | undefined>>;

/** Runs the handler of a key. @returns whether the key was handled */
export function actOn(acts: KeyActs, pressed: Pressed): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = pressed;
  const isTyped = typesCharacter(pressed);
  const [held, name] = [(ctrlKey || metaKey) && !isTyped ? 'Ctrl+' : '', key.length === 1 ? key.toLowerCase() : key];
  const act =
    (shiftKey ? acts[`${held}Shift+${name}`] : undefined) ?? acts[held + name] ?? (isTyped ? acts.text : undefined);
  return act !== undefined && act(key) !== false;
}

interface EditorHandlers {
  readonly type: (text: string) => void;
  /** Discards the typed text. */
  readonly cancel: () => void;
  /** Commits the typed text and moves to the cell at this distance. */
  readonly leave: (down: number, right: number) => void;
}

/** Alt+Enter inserts a line break into the text of a cell, as in spreadsheets; browsers ignore it. */
function breakLine(
  { key, altKey, currentTarget: input }: KeyboardEvent<HTMLElement>,
  { type }: EditorHandlers,
): boolean {
  if (key !== 'Enter' || !altKey || !(input instanceof HTMLTextAreaElement) || input.readOnly) return false;
  input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
  type(input.value);
  return true;
}

/** Handles a key while a cell is edited: Enter and Tab commit the text (Shift moves backwards), Esc discards it. */
export function editorKey(event: KeyboardEvent<HTMLElement>, acts: EditorHandlers) {
  if (event.nativeEvent.isComposing) return;
  if (breakLine(event, acts)) return event.preventDefault();
  const step = stepOf(event);
  if (event.key === 'Escape') acts.cancel();
  else if (step) acts.leave(...step);
  else return;
  event.preventDefault();
}
