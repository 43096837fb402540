import { invalid } from './queryRefusals';

/** An item in double quotes, in which two of them are one; or anything up to the next comma. */
const ITEM = /\s*(-?)"((?:[^"]|"")*)"\s*(?:,|$)|([^,]*)(?:,|$)/y;

/**
 * Splits a comma-separated list. An item with a comma, or with white space at its ends, stands in double quotes, in which
 * `""` is one double quote. A `-` may stand before the quotes.
 *
 * @param field the parameter, for the refusal
 * @throws Refusal `invalid_parameter` when a quote is not closed
 */
export function splitList(field: string, text: string): string[] {
  if (!text.includes('"')) return text.split(',').map((item) => item.trim());
  const items: string[] = [];
  ITEM.lastIndex = 0;
  for (;;) {
    const [whole = '', minus = '', quoted, plain = ''] = ITEM.exec(text) ?? [];
    if (/^\s*-?"/.test(plain)) {
      invalid(field, `A double quote in ${field} is not closed.`, 'Write a double quote inside quotes twice: "".');
    }
    items.push(quoted === undefined ? plain.trim() : minus + quoted.replaceAll('""', '"'));
    if (!whole.endsWith(',')) return items;
    if (ITEM.lastIndex === text.length) return [...items, ''];
  }
}
