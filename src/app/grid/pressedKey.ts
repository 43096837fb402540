import type { KeyboardEvent } from 'react';

/** A pressed key with its modifiers. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'getModifierState'>;

/**
 * Returns whether a key types a character. AltGr does so, which Windows reports as Ctrl and Alt; so does Option on macOS. Elsewhere
 * Alt with a letter or digit is a command.
 */
export function typesCharacter(pressed: Pressed): boolean {
  const { key, ctrlKey, metaKey, altKey } = pressed;
  if (key.length > 1 || metaKey) return false;
  return pressed.getModifierState('AltGraph') || !(ctrlKey || (altKey && /[\w ]/.test(key)));
}

type Distance = readonly [down: number, right: number];

/** Returns the distance to the next cell after a key that ends the text of a cell: Enter or Tab, backwards with Shift. */
export function stepForKey({ key, shiftKey }: Pick<Pressed, 'key' | 'shiftKey'>): Distance | undefined {
  const step = shiftKey ? -1 : 1;
  if (key === 'Enter') return [step, 0];
  return key === 'Tab' ? [0, step] : undefined;
}
