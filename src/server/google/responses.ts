import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * - `refused`: an address that is not allowed
 * - `unreachable`: no connection, or one that was interrupted
 * - `silent`: a timeout without data
 * - `failing`: an error response of Google
 * - `tooLarge`: a response over the size limit
 * - `unreadable`: an invalid response
 */
type TroubleKind = 'refused' | 'unreachable' | 'silent' | 'failing' | 'tooLarge' | 'unreadable';

/** Failure of a request to Google. Its message is for the log, never for people. */
export class GoogleTrouble extends Error {
  constructor(
    readonly kind: TroubleKind,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'GoogleTrouble';
  }
}

/** Maximum bytes of a JSON response; most are smaller. */
const MAX_JSON_BYTES = 256 * 1024;

export type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member that is a record; an empty record otherwise. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}

/** Returns a member that is a text; an empty text otherwise. */
export function textIn(record: JsonRecord, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value : '';
}

/** Returns the records of a member that is a list; an empty list otherwise. */
export function listIn(record: JsonRecord, name: string): readonly JsonRecord[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Parses the JSON of a record; returns an empty record for anything else. */
export function recordOf(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Reads a small response as JSON. @param maxBytes size limit @throws GoogleTrouble when it is interrupted or too long */
export async function readJson(body: IncomingMessage, maxBytes = MAX_JSON_BYTES): Promise<JsonRecord> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new GoogleTrouble('tooLarge', 'The answer is too long.');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The answer broke off.', error);
  } finally {
    body.destroy();
  }
  return recordOf(Buffer.concat(pieces).toString('utf8'));
}

/** Parses `Retry-After` to milliseconds: seconds or a date (RFC 9110, section 10.2.3); undefined without one. */
export function retryAfter({ 'retry-after': value = '' }: IncomingHttpHeaders, now: number): number | undefined {
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Pause in milliseconds when Google demands one without a duration, and maximum pause. */
const DEFAULT_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 10 * 60_000;

/** Returns the pause that a response demands, in milliseconds. */
export const pauseOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): number =>
  Math.min(MAX_PAUSE_MS, retryAfter(headers, Date.now()) ?? DEFAULT_PAUSE_MS);
