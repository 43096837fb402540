import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits';
import type { Caller } from '../../access/caller';
import { Refusal } from '../../refusal';
import type { Keep } from '../../store/log/plannedWrite';
import type { Condition, FilterValue } from '../../store/memory/engine';
import type { ColumnNames } from '../query/columnNames';
import { formatNumber } from '../query/parameters';
import { columnList, invalid, refuse, unknownNames } from '../query/queryRefusals';
import type { QueryPair } from '../query/rawQuery';
import { addressQueryOf } from '../query/readQuery';

/** Query parameters of a write, other than its filter. */
export interface WriteParameters {
  /** Whether to return the result without writing it. */
  readonly isDryRun: boolean;
  readonly ignoreUnknown: boolean;
  /** Name of the identifying column. */
  readonly upsert: string | undefined;
  /** Maximum number of rows that a filter may change. */
  readonly maxAffected: number | undefined;
}

export type ParameterName = '_dry_run' | '_unknown' | '_upsert' | '_max_affected';

function textOf(pairs: readonly QueryPair[], name: ParameterName): string | undefined {
  const given = pairs.filter((pair) => pair.name === name);
  if (given.length > 1) invalid(name, `${name} is given ${given.length} times.`, 'Give it once.');
  return given[0]?.value;
}

/** Returns whether a parameter has the first of two allowed words; the second is the default. */
function flagOf(pairs: readonly QueryPair[], name: ParameterName, yes: string, no: string): boolean {
  const text = textOf(pairs, name);
  if (text === undefined || text === yes || text === no) return text === yes;
  const detail = `${name} is ${yes} or ${no}, and “${text}” is neither.`;
  return invalid(name, detail, `Write ${name}=${yes}, or leave it out.`);
}

function maxAffectedOf(pairs: readonly QueryPair[]): number | undefined {
  const text = textOf(pairs, '_max_affected');
  if (text === undefined) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  const max = limits.rowsPerFilterWriteMost;
  if (number <= max) return number;
  const range = `from 0 to ${formatNumber(max)}`;
  const hint = 'Write it like _max_affected=500.';
  return invalid('_max_affected', `_max_affected has to be a whole number ${range}, and “${text}” is not one.`, hint);
}

export const writeParametersOf = (pairs: readonly QueryPair[]): WriteParameters => ({
  isDryRun: flagOf(pairs, '_dry_run', '1', '0'),
  ignoreUnknown: flagOf(pairs, '_unknown', 'ignore', 'refuse'),
  upsert: textOf(pairs, '_upsert'),
  maxAffected: maxAffectedOf(pairs),
});

const kinds = { one: 'is no parameter of this call', many: 'are no parameters of this call' };

/** @throws Refusal `unknown_parameter` for all parameters that are not allowed */
export function refuseOtherParameters(pairs: readonly QueryPair[], allowed: readonly ParameterName[]): void {
  const others = pairs.map(({ name }) => name).filter((name) => !(allowed as readonly string[]).includes(name));
  if (others.length > 0) unknownNames([...new Set(others)], allowed, allowed.join(', '), kinds);
}

/**
 * Returns the condition that selects the rows of a write.
 *
 * @throws Refusal `filter_required` if nothing restricts the rows; the refusals of a condition
 */
export function filterOf(
  pairs: readonly QueryPair[],
  names: ColumnNames,
  allowed: readonly ParameterName[],
): Condition {
  const { conditions: parts } = addressQueryOf(pairs, names, ['_where', '_q', ...allowed]);
  if (!parts.every((part) => isConstant(part, true))) return { kind: 'and', parts };
  throw new Refusal('filter_required', 'This would affect every row: say which rows you mean.', {
    hint: `Put a row's _id into the address, or a filter behind it, such as ${names.keys[0] ?? 'Column'}=value. The columns are ${columnList(names)}.`,
  });
}

const IDEMPOTENCY_KEY = 'idempotency-key';

/** Counts how often a request has a header; Node joins repeated ones. */
const countHeader = ({ rawHeaders }: IncomingMessage, header: string) =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === header).length;

/** Returns the value of `Idempotency-Key`. @throws Refusal `invalid_request` if it is empty, too long or repeated */
function idempotencyKeyOf({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): string | undefined {
  const value = headers[IDEMPOTENCY_KEY];
  if (value === undefined) return undefined;
  const times = countHeader(raw, IDEMPOTENCY_KEY);
  if (times > 1) {
    const detail = `Idempotency-Key is given ${times} times.`;
    return refuse('invalid_request', 'Idempotency-Key', detail, 'Give it once.');
  }
  const key = String(value).trim();
  if (key !== '' && key.length <= 255) return key;
  const hint = 'A random text is good, such as a UUID.';
  return refuse('invalid_request', 'Idempotency-Key', 'An Idempotency-Key has 1 to 255 characters.', hint);
}

/**
 * Returns the key under which the response of a request to a tab is kept for repeats. Requests are equal if their method, row,
 * parameters and body are: the address of the project or the name of the tab may have changed meanwhile. A dry run equals the
 * request that it tries out.
 *
 * @param part id of the row in the address
 * @throws Refusal `invalid_request` for an unusable `Idempotency-Key`
 */
export function keepOf(
  request: FastifyRequest,
  { kind, keyId }: Caller,
  part: string | undefined,
  pairs: readonly QueryPair[],
): Keep | undefined {
  const key = idempotencyKeyOf(request);
  if (key === undefined) return undefined;
  const query = pairs.filter(({ name }) => name !== '_dry_run').map(({ name, value }) => [name, value]);
  const text = JSON.stringify([request.method, part, query, request.body]);
  return { caller: keyId ?? kind, key, requestHash: hash('sha256', text, 'base64url') };
}

/** Preconditions other than `If-Match`. They are rejected, because the client relies on them (RFC 9110, section 13.1). */
const UNSUPPORTED_PRECONDITIONS = {
  'if-none-match': 'If-None-Match',
  'if-unmodified-since': 'If-Unmodified-Since',
} as const;

/**
 * Refuses preconditions that a write does not support.
 *
 * @param part id of the row in the address; only with one `If-Match` is supported
 * @throws Refusal `invalid_request`
 */
export function refusePreconditions({ headers }: Pick<FastifyRequest, 'headers'>, part: string | undefined): void {
  for (const [name, field] of Object.entries(UNSUPPORTED_PRECONDITIONS)) {
    if (headers[name] === undefined) continue;
    throw new Refusal('invalid_request', `A write cannot depend on ${field}. Nothing was written.`, {
      hint: 'Send the row’s ETag as If-Match: the row is written only if it has not changed.',
      errors: [{ field, detail: 'Only If-Match is supported here.' }],
    });
  }
  if (part !== undefined || headers['if-match'] === undefined) return;
  throw new Refusal('invalid_request', 'If-Match goes with the address of one row.', {
    hint: 'Put the row’s _id into the address, or leave If-Match out.',
    errors: [{ field: 'If-Match', detail: 'This address names several rows.' }],
  });
}

/** Returns whether no cell equals a value: cells of white space are blank, and a blank equals nothing. */
const isBlank = (value: FilterValue) => typeof value === 'string' && value.trim() === '';

/**
 * Returns whether a condition is true for every row, or false for every row, regardless of content. True for every row: `_where={}`,
 * `_q=`, and filters whose value was left empty, `City__ne=` and `{"City":{"nin":[]}}`. False for every row: `City=`,
 * `{"City":{"in":[]}}`.
 *
 * @param forEvery what it has to be for every row: true or false
 */
function isConstant(condition: Condition, forEvery: boolean): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const { kind, parts } = condition;
      const isPartConstant = (part: Condition) => isConstant(part, forEvery);
      // An `and` is true for every row if all of its parts are, and false for every row if one of them is; an `or` the other way round.
      const needsAllParts = kind === 'and' ? forEvery : !forEvery;
      return needsAllParts ? parts.every(isPartConstant) : parts.some(isPartConstant);
    }
    case 'not':
      return isConstant(condition.part, !forEvery);
    case 'search':
      return forEvery && condition.text === '';
    case 'in':
      return !forEvery && condition.values.every(isBlank);
    case 'ids':
      return !forEvery && condition.ids.length === 0;
    case 'range':
    case 'text':
    case 'blank':
      return false;
  }
}
