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

/** Returns how far down and right the key that ends editing a cell moves: Enter and Tab do so, backwards with Shift. */
export function stepOf({
  key,
  shiftKey,
}: Pick<Pressed, 'key' | 'shiftKey'>): [down: number, right: number] | undefined {
  const step = shiftKey ? -1 : 1;
  if (key === 'Enter') return [step, 0];
  return key === 'Tab' ? [0, step] : undefined;
}
