import type { KeyboardEvent } from 'react';

/**
 * Alt Enter begins a new line in the text of a cell, as in spreadsheets; browsers do nothing with it.
 *
 * @returns whether the key was that
 */
export function breakLine(event: KeyboardEvent<HTMLElement>, onType: (text: string) => void): boolean {
  const { key, altKey, currentTarget: input } = event;
  if (key !== 'Enter' || !altKey || !(input instanceof HTMLTextAreaElement) || input.readOnly) return false;
  event.preventDefault();
  input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
  onType(input.value);
  return true;
}
