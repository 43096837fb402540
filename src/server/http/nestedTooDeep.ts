/** Objects and lists in each other that a body may have; nothing here needs more than a few. */
export const DEEPEST = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the text that begins at a quotation mark ends. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return json.length;
}

/**
 * Whether JSON holds more objects and lists in each other than it may. It is looked at before anybody reads it, as what reads or
 * writes values by calling itself for their parts runs out of room for that.
 */
export function nestedTooDeep(json: string): boolean {
  let depth = 0;
  if (json.length <= DEEPEST) return false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '"') at = endOfText(json, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}
