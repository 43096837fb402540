import type { Condition } from '../../../../src/server/store/memory/engine';
import type { Base, Row } from './base';
import type { Question } from './questions';

/** Ways to encode names and values in an address. */
export type Encode = (text: string) => string;

export const encodings: readonly Encode[] = [
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%2C', ','),
];

/** Returns the query of an address, with `?`. */
export function addressOf({ filters, q, sort, fields, offset, limit }: Question, encode: Encode): string {
  const pairs: (readonly [string, string])[] = filters.map(({ pair }) => pair);
  if (q !== undefined) pairs.push(['_q', q]);
  if (sort.length > 0) pairs.push(['_sort', sort.join(',')]);
  if (fields !== undefined) pairs.push(['_fields', fields.join(',')]);
  if (limit !== undefined) pairs.push(['_limit', String(limit)]);
  if (offset > 0) pairs.push(['_offset', String(offset)]);
  return `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;
}

/** Returns the body of a `_query`. */
export const bodyOf = ({ filters, q, sort, fields, offset, limit }: Question): object => ({
  where: { and: filters.map(({ where }) => where) },
  ...(q !== undefined && { q }),
  sort,
  ...(fields !== undefined && { fields }),
  ...(limit !== undefined && { limit }),
  offset,
});

export function whereOf({ columns }: Base, { filters, q }: Question): Condition {
  const parts: Condition[] = filters.map(({ condition }) => condition);
  if (q !== undefined) parts.push({ kind: 'search', text: q, columns: columns.map((_, at) => at) });
  return { kind: 'and', parts };
}

/** Returns the rows of a query, and the total of all pages. */
export function expectedRows(
  base: Base,
  question: Question,
): { readonly data: readonly Row[]; readonly total: number } {
  const { fields, order, offset, limit = 100 } = question;
  const { rowIndexes: places, total } = base.view.select({ where: whereOf(base, question), order, offset, limit });
  const data = [...places].map((place) => {
    const row = JSON.parse(base.view.rowJson(place).toString()) as Row;
    if (fields === undefined) return row;
    return Object.fromEntries(['_id', ...fields].map((key) => [key, row[key] ?? null]));
  });
  return { data, total };
}
