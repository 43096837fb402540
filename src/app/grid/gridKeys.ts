import type { KeyboardEvent } from 'react';
import { type Pressed, stepForKey, typesCharacter } from './pressedKey';

/**
 * Key bindings by key name: `Enter`, `Ctrl+z` (also for the command key), `Shift+Tab` where Shift makes a difference, and
 * `text` for every printable key. A handler returns false if it has not handled the key.
 */
export type KeyBindings = Readonly<Record<string, ((key: string) => unknown) | undefined>>;

/** Runs the handler of a key. @returns whether the key was handled */
export function runBinding(bindings: KeyBindings, pressed: Pressed): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = pressed;
  const isTyped = typesCharacter(pressed);
  const modifier = (ctrlKey || metaKey) && !isTyped ? 'Ctrl+' : '';
  const name = key.length === 1 ? key.toLowerCase() : key;
  const handler =
    (shiftKey ? bindings[`${modifier}Shift+${name}`] : undefined) ??
    bindings[modifier + name] ??
    (isTyped ? bindings.text : undefined);
  return handler !== undefined && handler(key) !== false;
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
export function handleEditorKey(event: KeyboardEvent<HTMLElement>, handlers: EditorHandlers) {
  if (event.nativeEvent.isComposing) return;
  if (breakLine(event, handlers)) return event.preventDefault();
  const step = stepForKey(event);
  if (event.key === 'Escape') handlers.cancel();
  else if (step) handlers.leave(...step);
  else return;
  event.preventDefault();
}
