import { isJsonObject, LongNumber } from '../endpoints/query/values';
import type { QueryPair } from '../endpoints/query/rawQuery';
import { refuseTooManyFields } from '../endpoints/write/givenCells';
import { Refusal } from '../refusal';

/** A row in a response of the data API. */
export type Row = Readonly<Record<string, unknown>>;

/** A query parameter of the data API; without a value, it is left out. */
export type Pair = readonly [name: string, value: string | undefined];

/** Parameters for displayed texts instead of values, and for rows without ids. */
export const AS_DISPLAYED: Pair = ['_values', 'text'];
export const WITHOUT_IDS: Pair = ['_fields', '-_id'];

/**
 * Returns a JSON value as text; null becomes the empty text.
 *
 * @throws Refusal `invalid_rows` for a list or an object
 */
export function textOf(value: unknown): string {
  if (value instanceof LongNumber) return value.text;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null || value === undefined) return '';
  throw new Refusal('invalid_rows', 'A cell holds a text, a number, true or false, and no list or object.');
}

/** Quotes a name or value for a list parameter or a CSV cell. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A parameter of a peer's call. */
export type PeerParameter = Pick<QueryPair, 'name' | 'value'>;

/** Returns the refusal of an unsupported parameter. */
export function notTranslated(field: string, known: readonly string[]): Refusal {
  const hint = known.length === 0 ? 'This call takes no parameters.' : `This call takes ${known.join(', ')}.`;
  return new Refusal('unknown_parameter', `“${field}” is not translated here.`, {
    hint: `${hint} The data API itself may know a way: /v1 in the place of /compat.`,
    errors: [{ field, detail: 'not translated' }],
  });
}

/** Returns a body or parameter value if it is an object. @throws Refusal `malformed_request`, `invalid_rows` for too many fields */
export function objectIn(value: unknown, what: string, example: string): Row {
  if (!isJsonObject(value)) {
    throw new Refusal('malformed_request', `${what} has to be an object, such as ${example}.`);
  }
  refuseTooManyFields(Object.keys(value).length);
  return value;
}

/** Brackets that programs add to the name of a list: `price[]=>15&price[]=<20`. */
const LIST = /\[\]$/;

/**
 * Returns a filter of the data API. It names the column apart from the operator: a column may be called `City__ne`.
 *
 * @param value a list for the operator `in`
 * @throws Refusal `unknown_parameter` for a column name that the data API would read as one of its own parameters
 */
export function filterOn(column: string, value: unknown, op = 'eq'): Pair {
  if (/^_(?!_)/.test(column)) throw notTranslated(column, ['names of columns']);
  const operand = op === 'in' && Array.isArray(value) ? value.map(textOf) : textOf(value);
  const isBlank = op === 'eq' && textOf(value).trim() === '';
  return ['_where', JSON.stringify({ [column.replace(LIST, '')]: isBlank ? { isblank: true } : { [op]: operand } })];
}

/** Replaces blank cells of a row by the empty text. */
export const blanksEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']));
