import type { ProblemCode, ProblemLine } from '../../../contract/problems';
import { Refusal } from '../../refusal';
import type { ColumnNames } from './columnNames';
import { isOperator } from './operators';

/** So many columns are named in a refusal. */
const NAMED_COLUMNS = 50;

/** @returns the hint naming what was most likely meant, if anything is near */
export function didYouMean(name: string, names: readonly string[]): string | undefined {
  const meant = nearMissOf(name, names);
  return meant === undefined ? undefined : `Did you mean ${meant}?`;
}

/** Names the columns, not all of very many. */
export function columnList(names: ColumnNames): string {
  const { keys } = names;
  const more = keys.length > NAMED_COLUMNS ? ` and ${keys.length - NAMED_COLUMNS} more columns` : '';
  return keys.slice(0, NAMED_COLUMNS).join(', ') + more;
}

/**
 * One thing is wrong with one parameter.
 *
 * @param hint names the right choice
 */
export function refuse(code: ProblemCode, field: string, detail: string, hint: string): never {
  throw new Refusal(code, detail, { errors: [{ field, detail }], hint });
}

export const invalid = (field: string, detail: string, hint: string): never =>
  refuse('invalid_parameter', field, detail, hint);

/**
 * @param field the parameter that names the column
 * @throws Refusal `unknown_column`
 */
export function unknownColumn(field: string, name: string, names: ColumnNames): never {
  const near = columnSuggestion(name, names.keys) ?? didYouMean(name, names.keys);
  const hint = near ?? `Its columns are ${columnList(names)}.`;
  return refuse('unknown_column', field, `This endpoint has no column “${name}”.`, hint);
}

/** The columns that are named, each found. */
export function columnNamed(field: string, name: string, names: ColumnNames): number {
  return names.find(name) ?? unknownColumn(field, name, names);
}

/** @throws Refusal `unknown_operator` */
export function unknownOperator(field: string, name: string, known: readonly string[]): never {
  const near = didYouMean(name, known);
  const all = `The operators are ${known.join(', ')}.`;
  return refuse('unknown_operator', field, `“${name}” is no operator.`, near === undefined ? all : `${near} ${all}`);
}

/**
 * Names that are neither a parameter nor a column, all at once.
 *
 * @param kinds what they could have been, for example `neither a parameter nor a column`, and a hint that is better than any guess
 * @throws Refusal `unknown_parameter` listing what is valid
 */
export function unknownNames(
  strange: readonly string[],
  known: readonly string[],
  valid: string,
  kinds: { readonly one: string; readonly many: string; readonly hint?: string },
): never {
  const errors = strange.map((field): ProblemLine => ({ field, detail: `“${field}” ${kinds.one}.` }));
  const hint = strange
    .slice(0, 10)
    .map((name) => suggestionFor(name, known) ?? didYouMean(name, known))
    .find((meant) => meant !== undefined);
  const which = strange.map((name) => `“${name}”`).join(', ');
  const predicate = strange.length === 1 ? kinds.one : kinds.many;
  throw new Refusal('unknown_parameter', `${which} ${predicate}. Valid are ${valid}.`, {
    errors,
    hint: kinds.hint ?? hint ?? `Leave ${strange.length === 1 ? 'it' : 'them'} out, or name what is valid.`,
  });
}

/** Farther apart than this, two names are not taken for a slip of the pen. */
const SLIPS = 2;
const LONGEST = 64;

const folded = (name: string) => name.toLowerCase().replace(/^_+/, '');

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to get from one text to the other
 * (optimal string alignment).
 */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(change, swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = above;
    above = row;
  }
  return above[other.length] ?? 0;
}

/** The name among those that exist which was most likely meant, if one is near. */
export function nearMissOf(name: string, names: readonly string[]): string | undefined {
  const meant = folded(name);
  const slips = Math.min(SLIPS, Math.floor(meant.length / 3));
  const near = names
    .map((candidate) => ({ candidate, short: folded(candidate) }))
    .filter(({ short }) => short.length <= LONGEST && Math.abs(short.length - meant.length) <= slips)
    .map(({ candidate, short }) => ({ candidate, steps: distance(meant, short) }))
    .filter(({ steps }) => steps <= slips);
  return near.toSorted((one, other) => one.steps - other.steps)[0]?.candidate;
}

/** Where a key goes, for callers who put it into the address. */
const KEY = 'A key goes into a header, Authorization: Bearer …, and never into the address: addresses end up in logs.';
const PAGES = 'Pages are asked for with _limit and _offset, or by following meta.next.';
const SORT = 'Write _sort=Column, or _sort=-Column to turn the order round.';
const FILTERS = 'A column is its own filter: Column=value, Column__gte=value. For “or”, send _where as JSON.';
const FIELDS = 'Columns are chosen with _fields, their names separated by commas.';

/** What other services call things, in small letters and without `_`, and what they are called here. */
const parameterSuggestions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ key: KEY, apikey: KEY, token: KEY, accesstoken: KEY, auth: KEY },
    ...{ page: PAGES, perpage: PAGES, pagesize: PAGES, maxrecords: PAGES, skip: PAGES, take: PAGES, start: PAGES },
    ...{ order: SORT, orderby: SORT, sortby: SORT, sortorder: SORT, direction: SORT },
    ...{ filter: FILTERS, filters: FILTERS, filterbyformula: FILTERS, query: FILTERS },
    ...{ select: FIELDS, columns: FIELDS },
    search: 'Every column is searched with _q=text, and one with Column__contains=text.',
    format: 'The form is chosen by the end of the address, such as .csv, or by the Accept header.',
    id: 'A row has an address of its own: put its _id behind the name of the sheet.',
  }),
);

/** `filter[Name]` is one of them, too. */
const bare = (name: string) => name.split('[', 1).join('').toLowerCase().replace(/[_-]/g, '');

const OPERATOR_OF: Readonly<Record<string, string>> = { '>': 'gt', '<': 'lt', '>=': 'gte', '<=': 'lte', '!': 'ne' };

/** A column with an operator as others write it: `price[gte]`, `price_gte`, `price>` (which is left of `price>=5`). */
function operatorIn(name: string): readonly [column: string, operator: string] | undefined {
  const [, bracketed = '', inside = ''] = /^(.+)\[\$?(\w+)\]$/.exec(name) ?? [];
  if (isOperator(inside)) return [bracketed, inside];
  const [, before = '', word = ''] = /^(.+?)_([a-z]+)$/.exec(name) ?? [];
  if (isOperator(word)) return [before, word];
  const [, compared = '', sign = '', rest = ''] = /^(.+?)([<>!])(.*)$/.exec(name) ?? [];
  const operator = OPERATOR_OF[rest === '' && sign !== '!' ? `${sign}=` : sign];
  return operator === undefined ? undefined : [compared, operator];
}

/**
 * What to write instead of a name that is none, for people who are used to how others call it.
 *
 * @param known names that are valid, columns among them
 */
function suggestionFor(name: string, known: readonly string[]): string | undefined {
  const [column, operator] = operatorIn(name) ?? [];
  if (column !== undefined && operator !== undefined && known.includes(column)) {
    return `The operator stands behind two underscores: ${column}__${operator}=….`;
  }
  return parameterSuggestions.get(bare(name));
}

/** As {@link suggestionFor}, for what stands where only a column can: `price desc`, `price:desc`, `$or`. */
function columnSuggestion(name: string, known: readonly string[]): string | undefined {
  const word = /^\$(and|or|not)$/.exec(name)?.[1];
  if (word !== undefined) return `Write “${word}”, without the $.`;
  const [, column = '', direction = ''] = /^(.+?)\s*[ :]\s*(asc|desc)$/i.exec(name) ?? [];
  if (!known.includes(column)) return undefined;
  return `Write ${direction.toLowerCase() === 'desc' ? '-' : ''}${column}: a - before the name turns the order round.`;
}

/** As {@link suggestionFor}, for a value that begins with a sign: `price=>15`. */
export function signedValue(column: string, value: string): string | undefined {
  const [, sign = '', bound = ''] = /^([<>]=?|!)\s*(.+)$/.exec(value) ?? [];
  const operator = OPERATOR_OF[sign];
  return operator === undefined ? undefined : `The operator stands in the name: ${column}__${operator}=${bound}.`;
}
