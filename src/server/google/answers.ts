import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * - `refused`: an address that must not be asked
 * - `unreachable`: no connection, or one that broke off
 * - `silent`: a connection on which nothing came for too long
 * - `failing`: an answer that says that something went wrong at Google's
 * - `tooLarge`: more bytes than are read
 * - `unreadable`: an answer that is none
 */
type TroubleKind = 'refused' | 'unreachable' | 'silent' | 'failing' | 'tooLarge' | 'unreadable';

/** Why Google could not be asked. Its message is for the log, never for people. */
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

/** Bytes; more than most answers that are read like this have. */
const MOST = 256 * 1024;

export type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a record; an empty one where it is not. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}

/** A member that is a text; an empty one where it is not. */
export function textIn(record: JsonRecord, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value : '';
}

/** The records of a member that is a list; none where it is not. */
export function listIn(record: JsonRecord, name: string): readonly JsonRecord[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Reads a text that is to be the JSON of a record; an empty record where it is not. */
export function recordOf(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Reads a small answer. @param most bytes; @throws GoogleTrouble when it breaks off or is too long */
export async function readJson(body: IncomingMessage, most = MOST): Promise<JsonRecord> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw new GoogleTrouble('tooLarge', 'The answer is too long.');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The answer broke off.', error);
  } finally {
    body.destroy();
  }
  return recordOf(Buffer.concat(pieces).toString('utf8'));
}

/** What `Retry-After` asks for, in milliseconds: seconds or a date (RFC 9110, section 10.2.3); undefined when it asks for nothing. */
export function retryAfter({ 'retry-after': value = '' }: IncomingHttpHeaders, now: number): number | undefined {
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** How long Google is left alone where it asks for that without saying how long. */
const PAUSE = 60_000;
const LONGEST_PAUSE = 10 * 60_000;

/** How long an answer asks us to leave Google alone, in milliseconds. */
export const pauseOf = ({ headers }: { readonly headers: IncomingHttpHeaders }): number =>
  Math.min(LONGEST_PAUSE, retryAfter(headers, Date.now()) ?? PAUSE);
