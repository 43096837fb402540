const QUOTE = '"';
const BACKSLASH = '\\';

/** Where the string that begins at a quotation mark ends: the place of its last mark, or the end of everything. */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return json.length;
}

/** Part of a JSON text that is in no string. */
export interface Stretch {
  /** Where it begins. */
  readonly from: number;
  readonly signs: string;
}

/** What of JSON is in no string of it (RFC 8259, section 7), in its order: brackets, commas, numbers and words. */
export function* outsideStrings(json: string): Generator<Stretch, void, undefined> {
  for (let from = 0; from < json.length;) {
    const quote = json.indexOf(QUOTE, from);
    const end = quote < 0 ? json.length : quote;
    yield { from, signs: json.slice(from, end) };
    from = endOfString(json, end) + 1;
  }
}

/** Objects and lists in each other that a body may have; nothing here needs more than a few. */
export const DEEPEST = 200;

/**
 * Whether JSON holds more objects and lists in each other than it may. It is checked before it is parsed, as what reads or
 * writes values by calling itself for their parts runs out of room for that.
 */
export function nestedTooDeep(json: string): boolean {
  let depth = 0;
  if (json.length <= DEEPEST) return false;
  for (const { signs } of outsideStrings(json)) {
    for (let at = 0; at < signs.length; at += 1) {
      const sign = signs[at];
      if (sign === '[' || sign === '{') depth += 1;
      else if (sign === ']' || sign === '}') depth -= 1;
      if (depth > DEEPEST) return true;
    }
  }
  return false;
}

/** A character that SQLite keeps and no text of PostgreSQL does: nothing is named with it, whichever database there is. */
export const NUL = '\0';

/** Whether a text, or one anywhere in a value of JSON, holds NUL. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, one]) => name.includes(NUL) || holdsNul(one));
}
