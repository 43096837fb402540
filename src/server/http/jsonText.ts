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
