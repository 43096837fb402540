import type { FastifyRequest } from 'fastify';
import { isJsonObject, LongNumber } from '../endpoints/query/values';
import { type QueryPair, queryPairsOf, queryTextOf } from '../endpoints/query/rawQuery';
import { Refusal } from '../refusal';

/** A row as the data API answers it. */
export type Row = Readonly<Record<string, unknown>>;

/** A parameter for the data API. */
export type Pair = readonly [name: string, value: string];

/** Parameters for rows as a sheet displays them, and for rows without ids. */
export const AS_DISPLAYED: Pair = ['_values', 'text'];
export const WITHOUT_IDS: Pair = ['_fields', '-_id'];

/**
 * A value of JSON as a text; blanks are empty.
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

/** A name or a value as an item of a list, or as a cell of CSV, whatever is in it. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A parameter of a peer's call. */
export type PeerParameter = Pick<QueryPair, 'name' | 'value'>;

/** What a peer's call holds. */
export class PeerRequest {
  /** Parameters in their order: each name once or more. */
  readonly pairs: PeerParameter[];

  constructor(readonly request: FastifyRequest) {
    this.pairs = queryPairsOf(queryTextOf(request.url));
  }

  /** The last value that is given for a name; undefined without one, and for an empty one. */
  text(name: string): string | undefined {
    return this.pairs.findLast((pair) => pair.name === name)?.value || undefined;
  }

  /** `limit` and `offset`, as the data API calls them. */
  page(): Pair[] {
    return ['limit', 'offset'].flatMap((name): Pair[] => {
      const value = this.text(name);
      return value === undefined ? [] : [[`_${name}`, value]];
    });
  }

  /** @throws Refusal `unknown_parameter` for any parameter that is not named here: nothing is ignored */
  refuseOthers(known: readonly string[]): void {
    const other = this.pairs.find(({ name }) => !known.includes(name));
    if (other !== undefined) throw notTranslated(other.name, known);
  }
}

/** The refusal of a parameter that is not translated. */
export function notTranslated(field: string, known: readonly string[]): Refusal {
  const hint = known.length === 0 ? 'This call takes no parameters.' : `This call takes ${known.join(', ')}.`;
  return new Refusal('unknown_parameter', `“${field}” is not translated here.`, {
    hint: `${hint} The data API itself may know a way: /v1 in the place of /compat.`,
    errors: [{ field, detail: 'not translated' }],
  });
}

/** The object that a body or a parameter is to be. @throws Refusal `malformed_request` */
export function objectIn(value: unknown, what: string, example: string): Row {
  if (isJsonObject(value)) return value;
  throw new Refusal('malformed_request', `${what} has to be an object, such as ${example}.`);
}

/**
 * A filter of the data API.
 *
 * @param op behind `__`; equality without one
 * @throws Refusal `unknown_parameter` for a name that would mean a parameter of ours
 */
export function filterOn(column: string, value: unknown, op?: string): Pair {
  if (/^_(?!_)/.test(column)) throw notTranslated(column, ['names of columns']);
  const text = textOf(value);
  if (op === undefined && text.trim() === '') return [`${column}__isblank`, 'true'];
  return [op === undefined ? column : `${column}__${op}`, text];
}

/** A row as a sheet displays it: every cell a text, blank ones empty. */
export const blanksEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']));
