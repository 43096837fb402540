import type { ProblemCode, ProblemLine } from '../../../contract/problems';
import { Refusal } from '../../refusal';
import type { ColumnNames } from './columnNames';
import { isOperator } from './operators';

/** Maximum number of columns listed in a refusal. */
const MAX_LISTED_COLUMNS = 50;

/** @returns a hint with the most similar name, if one is similar */
export function didYouMean(name: string, names: readonly string[]): string | undefined {
  const suggestion = mostSimilar(name, names);
  return suggestion === undefined ? undefined : `Did you mean ${suggestion}?`;
}

/** Shortens a text for a sentence. */
export const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

/** Lists the column names, up to a maximum. */
export function columnList(names: ColumnNames): string {
  const { keys } = names;
  const more = keys.length > MAX_LISTED_COLUMNS ? ` and ${keys.length - MAX_LISTED_COLUMNS} more columns` : '';
  return keys.slice(0, MAX_LISTED_COLUMNS).join(', ') + more;
}

/**
 * Throws a refusal about one parameter.
 *
 * @param hint how to correct the request
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
  const suggestion = columnSuggestion(name, names.keys) ?? didYouMean(name, names.keys);
  const hint = suggestion ?? `Its columns are ${columnList(names)}.`;
  return refuse('unknown_column', field, `This endpoint has no column “${name}”.`, hint);
}

/** Returns the index of the column with a name. @throws Refusal `unknown_column` */
export function columnNamed(field: string, name: string, names: ColumnNames): number {
  return names.find(name) ?? unknownColumn(field, name, names);
}

/** @throws Refusal `unknown_operator` */
export function unknownOperator(field: string, name: string, known: readonly string[]): never {
  const suggestion = didYouMean(name, known);
  const all = `The operators are ${known.join(', ')}.`;
  const hint = suggestion === undefined ? all : `${suggestion} ${all}`;
  return refuse('unknown_operator', field, `“${name}” is no operator.`, hint);
}

/**
 * Rejects all names that are neither parameters nor columns.
 *
 * @param kinds predicates for one and for several names, for example `is neither a parameter nor a column`, and a hint that takes
 * precedence over suggestions
 * @throws Refusal `unknown_parameter` listing the valid names
 */
export function unknownNames(
  unknownFields: readonly string[],
  known: readonly string[],
  valid: string,
  kinds: { readonly one: string; readonly many: string; readonly hint?: string },
): never {
  const errors = unknownFields.map((field): ProblemLine => ({ field, detail: `“${field}” ${kinds.one}.` }));
  const hint = unknownFields
    .slice(0, 10)
    .map((name) => suggestionFor(name, known) ?? didYouMean(name, known))
    .find((suggestion) => suggestion !== undefined);
  const which = unknownFields.map((name) => `“${name}”`).join(', ');
  const predicate = unknownFields.length === 1 ? kinds.one : kinds.many;
  throw new Refusal('unknown_parameter', `${which} ${predicate}. Valid are ${valid}.`, {
    errors,
    hint: kinds.hint ?? hint ?? `Leave ${unknownFields.length === 1 ? 'it' : 'them'} out, or name what is valid.`,
  });
}

/** Maximum edit distance of two names to suggest one for the other, and maximum length of such a name. */
const MAX_DISTANCE = 2;
const MAX_NAME_LENGTH = 64;

const normalized = (name: string) => name.toLowerCase().replace(/^_+/, '');

/**
 * Returns the number of letters to change, add, remove or swap with their neighbour to turn one text into the other (optimal string
 * alignment distance).
 */
function distance(one: string, other: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? (twoAbove[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(change, swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    twoAbove = above;
    above = row;
  }
  return above[other.length] ?? 0;
}

/** Returns the most similar of the names, if one is similar; the first of several. */
function mostSimilar(name: string, names: readonly string[]): string | undefined {
  const wanted = normalized(name);
  const maxDistance = Math.min(MAX_DISTANCE, Math.floor(wanted.length / 3));
  let mostSimilarName: string | undefined;
  let fewestEdits = maxDistance + 1;
  for (const candidate of names) {
    const short = normalized(candidate);
    if (short.length > MAX_NAME_LENGTH || Math.abs(short.length - wanted.length) > maxDistance) continue;
    const edits = distance(wanted, short);
    if (edits >= fewestEdits) continue;
    mostSimilarName = candidate;
    fewestEdits = edits;
  }
  return mostSimilarName;
}

/** Hint for callers who put a key into the address. */
const KEY = 'A key goes into a header, Authorization: Bearer …, and never into the address: addresses end up in logs.';
const PAGES = 'Pages are asked for with _limit and _offset, or by following meta.next.';
const SORT = 'Write _sort=Column, or _sort=-Column to turn the order round.';
const FILTERS = 'A column is its own filter: Column=value, Column__gte=value. For “or”, send _where as JSON.';
const FIELDS = 'Columns are chosen with _fields, their names separated by commas.';

/** Hints for parameter names of other services, by name in lower case without `_` and `-`. */
const parameterSuggestions: ReadonlyMap<string, string> = new Map([
  ['key', KEY],
  ['apikey', KEY],
  ['token', KEY],
  ['accesstoken', KEY],
  ['auth', KEY],
  ['page', PAGES],
  ['perpage', PAGES],
  ['pagesize', PAGES],
  ['maxrecords', PAGES],
  ['skip', PAGES],
  ['take', PAGES],
  ['start', PAGES],
  ['order', SORT],
  ['orderby', SORT],
  ['sortby', SORT],
  ['sortorder', SORT],
  ['direction', SORT],
  ['filter', FILTERS],
  ['filters', FILTERS],
  ['filterbyformula', FILTERS],
  ['query', FILTERS],
  ['select', FIELDS],
  ['columns', FIELDS],
  ['search', 'Every column is searched with _q=text, and one with Column__contains=text.'],
  ['format', 'The form is chosen by the end of the address, such as .csv, or by the Accept header.'],
  ['id', 'A row has an address of its own: put its _id behind the name of the sheet.'],
]);

/** Normalizes a parameter name. `filter[Name]` becomes `filter`. */
const normalizedParameter = (name: string) => name.split('[', 1).join('').toLowerCase().replace(/[_-]/g, '');

const OPERATOR_OF: Readonly<Record<string, string>> = { '>': 'gt', '<': 'lt', '>=': 'gte', '<=': 'lte', '!': 'ne' };

/**
 * Splits a column and an operator in the notation of other services: `price[gte]`, `price_gte`, `price>` (the name in `price>=5`).
 */
function operatorIn(name: string): readonly [column: string, operator: string] | undefined {
  const [, bracketed = '', inside = ''] = /^(.+)\[\$?(\w+)\]$/.exec(name) ?? [];
  if (isOperator(inside)) return [bracketed, inside];
  const [, column = '', word = ''] = /^(.+?)_([a-z]+)$/.exec(name) ?? [];
  if (isOperator(word)) return [column, word];
  const [, compared = '', sign = '', rest = ''] = /^(.+?)([<>!])(.*)$/.exec(name) ?? [];
  const operator = OPERATOR_OF[rest === '' && sign !== '!' ? `${sign}=` : sign];
  return operator === undefined ? undefined : [compared, operator];
}

/**
 * Returns the hint for an unknown name that other services use.
 *
 * @param known valid names, columns included
 */
function suggestionFor(name: string, known: readonly string[]): string | undefined {
  const [column, operator] = operatorIn(name) ?? [];
  if (column !== undefined && operator !== undefined && known.includes(column)) {
    return `The operator stands behind two underscores: ${column}__${operator}=….`;
  }
  return parameterSuggestions.get(normalizedParameter(name));
}

/** Like {@link suggestionFor}, for names in places that only take columns: `price desc`, `price:desc`, `$or`. */
function columnSuggestion(name: string, known: readonly string[]): string | undefined {
  const word = /^\$(and|or|not)$/.exec(name)?.[1];
  if (word !== undefined) return `Write “${word}”, without the $.`;
  const [, column = '', direction = ''] = /^(.+?)(?<![\s:])[\s:]+(asc|desc)$/i.exec(name) ?? [];
  if (!known.includes(column)) return undefined;
  return `Write ${direction.toLowerCase() === 'desc' ? '-' : ''}${column}: a - before the name turns the order round.`;
}

/** Like {@link suggestionFor}, for a value that begins with an operator sign: `price=>15`. */
export function signedValue(column: string, value: string): string | undefined {
  const [, sign = '', bound = ''] = /^([<>]=?|!)\s*(.+)$/.exec(value) ?? [];
  const operator = OPERATOR_OF[sign];
  return operator === undefined ? undefined : `The operator stands in the name: ${column}__${operator}=${bound}.`;
}
