import { limits } from '../contract/limits';

/** Tabs and line breaks, which separate words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;

/**
 * Control characters, lone surrogates and bidirectional overrides. Databases and headers do not carry the first two safely; the
 * last make a name look like another.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the first `max` characters. A character outside the basic plane counts once and is never split. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character takes two units of a string at most.
  const characters = Array.from(text.slice(0, 2 * max));
  return characters.slice(0, max).join('');
}

/** Returns whether two titles differ only in capitals, if at all. */
export const haveSameLetters = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/**
 * Normalizes a name for storage: composed Unicode, without control characters and outer white space, at most 300 characters.
 *
 * @returns an empty string if nothing printable remains
 */
export function cleanTitle(text: string): string {
  const printable = text.normalize('NFC').replace(BREAKS, ' ').replace(UNPRINTABLE, '').trim();
  return cut(printable, limits.titleCharacters).trim();
}
