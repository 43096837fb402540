import { outsideStrings } from './jsonText';

/** Objects and lists in each other that a body may have; nothing here needs more than a few. */
export const DEEPEST = 200;

/**
 * Whether JSON holds more objects and lists in each other than it may. It is looked at before anybody reads it, as what reads or
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
