import type { Incoming } from '../../http/readingDoor';
import { type GivenRows, JsonRow } from '../write/givenRows';
import { mayHoldLongNumbers } from '../longNumbers';

/** Longest body, in bytes, that a door waits for. */
const LONGEST = 16 * 1024;

const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/json; charset=utf-8']);

/** Headers of requests that are more than one new row. */
const UNUSUAL = [
  ...(['transfer-encoding', 'content-encoding', 'idempotency-key', 'origin', 'expect'] as const),
  ...(['if-match', 'if-none-match', 'if-unmodified-since'] as const),
] as const;

/** Whether a request brings a short body of JSON, and nothing out of the ordinary. */
export function bringsShortJson({ headers }: Pick<Incoming, 'headers'>): boolean {
  if (!JSON_TYPES.has(headers['content-type'] ?? '')) return false;
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 && length <= LONGEST && UNUSUAL.every((name) => headers[name] === undefined);
}

/** What JSON may hold that is looked at more closely: names that objects have of their own, escapes that may hide them. */
const SUSPICIOUS = ['__proto__', 'constructor', '\\u', '\ufffd'] as const;

/**
 * The row that a body is.
 *
 * @returns undefined for anything else
 * @throws SyntaxError when it is no JSON
 */
export function rowIn(body: Buffer): GivenRows | undefined {
  const text = body.toString('utf8');
  if (SUSPICIOUS.some((part) => text.includes(part)) || mayHoldLongNumbers(text)) return undefined;
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return { rows: [new JsonRow(value as Record<string, unknown>)], isList: false, isText: false };
}
