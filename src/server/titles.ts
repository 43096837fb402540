import { limits } from '../contract/limits';

/** Tabs and line ends: they separate words. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;

/**
 * Control characters, halves of surrogate pairs, and what turns the direction of writing: no database and no header carries
 * the first two safely, and the last makes a name look like another one.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** The first `most` characters; a character outside the basic plane counts once and is never split. */
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('');

/**
 * A name as it is kept: composed Unicode, without control characters and outer white space, at most 300 characters.
 *
 * @returns an empty string when nothing printable is left
 */
export const cleanTitle = (text: string) =>
  cut(text.normalize('NFC').replace(BREAKS, ' ').replace(UNPRINTABLE, '').trim(), limits.titleCharacters).trim();
