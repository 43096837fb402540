import { invalid } from './queryRefusals';

/** An item in double quotes, in which two of them are one, behind what may stand before it; or anything up to the next comma. */
const itemAfter = (before: string) => new RegExp(`\\s*(${before})"((?:[^"]|"")*)"\\s*(?:,|$)|([^,]*)(?:,|$)`, 'y');

/** What stands before a name: a `-` that leaves out or lets fall, or what is worked out of a column, such as `sum:`. */
const kinds = {
  names: { item: itemAfter('-?'), unclosed: /^\s*-?"/ },
  aggregates: { item: itemAfter('(?:[a-z]+:)?'), unclosed: /^\s*(?:[a-z]+:)?"/ },
} as const;

/**
 * Splits a comma-separated list. An item with a comma, or with white space at its ends, stands in double quotes, in which
 * `""` is one double quote. Before the quotes may stand a `-`, or in a list of aggregates the function: `sum:"Price, net"`.
 *
 * @param field the parameter, for the refusal
 * @throws Refusal `invalid_parameter` when a quote is not closed
 */
export function splitList(field: string, text: string, kind: keyof typeof kinds = 'names'): string[] {
  if (!text.includes('"')) return text.split(',').map((item) => item.trim());
  const { item, unclosed } = kinds[kind];
  const items: string[] = [];
  item.lastIndex = 0;
  for (;;) {
    const [whole = '', before = '', quoted, plain = ''] = item.exec(text) ?? [];
    if (unclosed.test(plain)) {
      invalid(field, `A double quote in ${field} is not closed.`, 'Write a double quote inside quotes twice: "".');
    }
    items.push(quoted === undefined ? plain.trim() : before + quoted.replaceAll('""', '"'));
    if (!whole.endsWith(',')) return items;
    if (item.lastIndex === text.length) return [...items, ''];
  }
}
