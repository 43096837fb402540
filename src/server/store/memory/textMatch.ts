import type { TextOperator } from './engine';
import { type Folding, folds } from './values';

/** Matches any single character. */
const ANY = -1;

/** Part of a pattern between two `%`: code points, or {@link ANY}. */
interface Segment {
  readonly characters: Int32Array;
  /** Returns the first match at or after `from`; -1 without a match. */
  readonly find: (text: Int32Array, length: number, from: number) => number;
}

/** Maximum length of a text that `String.includes` finds in time linear in the length of the searched text. */
const MAX_QUICK_LENGTH = 200;

/** Returns the longest literal part of a pattern, truncated to a length that is searched quickly. */
function plainPart(segments: readonly Segment[]): string {
  let longest = '';
  for (const { characters } of segments) {
    const codePoints = Array.from(characters, (character) => (character === ANY ? 0 : character));
    for (const part of String.fromCodePoint(...codePoints).split('\0')) {
      if (part.length > longest.length) longest = part;
    }
  }
  return longest.slice(0, MAX_QUICK_LENGTH);
}

/** Splits a pattern at each `%`. */
function segmentsOf(pattern: string): Segment[] {
  const segments: number[][] = [[]];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at]!;
    const next = characters[at + 1];
    if (character === '\\' && (next === '%' || next === '_' || next === '\\')) {
      segments.at(-1)?.push(next.codePointAt(0)!);
      at += 1;
    } else if (character === '%') segments.push([]);
    else segments.at(-1)?.push(character === '_' ? ANY : character.codePointAt(0)!);
  }
  return segments.map(segmentOf);
}

function segmentOf(list: readonly number[]): Segment {
  const characters = Int32Array.from(list);
  return { characters, find: finderOf(characters) };
}

function isAt(characters: Int32Array, text: Int32Array, at: number): boolean {
  for (let n = 0; n < characters.length; n += 1) {
    if (characters[n] !== ANY && characters[n] !== text[at + n]) return false;
  }
  return true;
}

/**
 * Returns a search for a segment in one pass over the text. A bit for each prefix of the segment records whether the text read so
 * far ends with it (Shift-And: Baeza-Yates and Gonnet, A New Approach to Text Searching, 1992).
 */
function finderOf(characters: Int32Array): Segment['find'] {
  const words = Math.ceil(characters.length / 32);
  const anything = new Int32Array(words);
  const masks = new Map<number, Int32Array>();
  for (const character of characters) if (character !== ANY) masks.set(character, new Int32Array(words));
  for (const [n, character] of characters.entries()) {
    const wanted = character === ANY ? [anything, ...masks.values()] : [masks.get(character)!];
    for (const mask of wanted) mask[n >>> 5]! |= 1 << (n & 31);
  }
  const last = 1 << ((characters.length - 1) & 31);
  return (text, length, from) => {
    const state = new Int32Array(words);
    for (let at = from; at < length; at += 1) {
      const mask = masks.get(text[at]!) ?? anything;
      let carried = 1;
      for (let word = 0; word < words; word += 1) {
        const before = state[word]!;
        state[word] = ((before << 1) | carried) & mask[word]!;
        carried = before >>> 31;
      }
      if ((state[words - 1]! & last) !== 0) return at + 1 - characters.length;
    }
    return -1;
  };
}

/** Code points of the text being matched. Shared by all patterns, as only one is matched at a time. */
let points = new Int32Array(1024);

/** Fills {@link points}. @returns the number of code points */
function readPoints(text: string): number {
  if (text.length > points.length) points = new Int32Array(text.length * 2);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at)!;
    if (point > 0xffff) at += 1;
    points[count++] = point;
  }
  return count;
}

/**
 * Compiles a pattern of SQL's LIKE, which matches whole texts: `%` is any run of characters, `_` one character (a Unicode code
 * point), a backslash escapes either. Each segment between two `%` is matched at its first occurrence, as a later one leaves less
 * text for the rest: the time is linear in the length of the text for every pattern.
 */
function likePattern(pattern: string): (text: string) => boolean {
  const segments = segmentsOf(pattern);
  const part = plainPart(segments);
  const [first, ...others] = segments as [Segment, ...Segment[]];
  const last = others.pop();
  return (text) => {
    if (!text.includes(part)) return false;
    const length = readPoints(text);
    const start = first.characters.length;
    if (last === undefined) return length === start && isAt(first.characters, points, 0);
    const end = length - last.characters.length;
    if (end < start || !isAt(first.characters, points, 0) || !isAt(last.characters, points, end)) return false;
    let from = start;
    for (const { characters, find } of others) {
      const at = characters.length === 0 ? from : find(points, end, from);
      if (at < 0) return false;
      from = at + characters.length;
    }
    return true;
  };
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function containing(sought: string): (text: string) => boolean {
  return sought.length <= MAX_QUICK_LENGTH ? (text) => text.includes(sought) : likePattern(`%${escaped(sought)}%`);
}

/** A test of texts that have been folded. */
interface TextTest {
  readonly folding: Folding;
  readonly test: (folded: string) => boolean;
}

const foldings: Readonly<Record<TextOperator | 'search', Folding>> = {
  search: 'accents',
  contains: 'case',
  startswith: 'case',
  endswith: 'case',
  like: 'none',
  ilike: 'case',
};

/** Compiles the text test of an operator or a search. */
export function textTest(op: TextOperator | 'search', text: string): TextTest {
  const folding = foldings[op];
  const sought = folds[folding](text);
  switch (op) {
    case 'search':
    case 'contains':
      return { folding, test: containing(sought) };
    case 'startswith':
      return { folding, test: (text) => text.startsWith(sought) };
    case 'endswith':
      return { folding, test: (text) => text.endsWith(sought) };
    case 'like':
    case 'ilike':
      return { folding, test: likePattern(sought) };
  }
}
