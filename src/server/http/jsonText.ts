const QUOTE = '"';
const BACKSLASH = '\\';

/** Returns the index of a string's closing quotation mark, or the end of the text. @param from index of its opening quotation mark */
function endOfString(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return json.length;
}

/** Part of a JSON text outside of strings. */
interface Stretch {
  /** Index of its first character. */
  readonly from: number;
  readonly signs: string;
}

/** Yields the parts of a JSON text outside of strings (RFC 8259, section 7), in order: brackets, commas, numbers and words. */
export function* outsideStrings(json: string): Generator<Stretch, void, undefined> {
  for (let from = 0; from < json.length;) {
    const quote = json.indexOf(QUOTE, from);
    const end = quote < 0 ? json.length : quote;
    yield { from, signs: json.slice(from, end) };
    from = endOfString(json, end) + 1;
  }
}

/** Maximum nesting of objects and arrays in a body; nothing here needs more than a few levels. */
export const MAX_NESTING = 200;

/** Returns whether a JSON text is nested too deeply. Checked before parsing, as recursive readers and writers would overflow the stack. */
export function nestedTooDeep(json: string): boolean {
  let depth = 0;
  if (json.length <= MAX_NESTING) return false;
  for (const { signs } of outsideStrings(json)) {
    for (let at = 0; at < signs.length; at += 1) {
      const sign = signs[at];
      if (sign === '[' || sign === '{') depth += 1;
      else if (sign === ']' || sign === '}') depth -= 1;
      if (depth > MAX_NESTING) return true;
    }
  }
  return false;
}

/** Character that PostgreSQL, unlike SQLite, does not store in texts: no name contains it, whichever the database. */
export const NUL = '\0';

/** Returns whether a JSON value contains NUL in any text or name. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name.includes(NUL) || holdsNul(inner));
}
