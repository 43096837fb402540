import {
  Agent as HttpAgent,
  type AgentOptions,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as askHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as askHttps } from 'node:https';
import { googleCalls } from '../counters';
import { type GooglePlaces, guardedLookup, type Resolve } from './googleAddresses';

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

/** More than most answers that are read like this have. */
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

/** Longest pause after failures, in milliseconds. */
const LONGEST = 15 * 60_000;

/**
 * How long to wait after failures in a row: twice as long each time, a part of it left to chance so that not everybody comes
 * back at once.
 *
 * @param failures 1 or more
 * @param first milliseconds after the first one
 * @param chance from 0 to 1
 */
export function backOff(failures: number, first: number, chance: number): number {
  const whole = Math.min(LONGEST, first * 2 ** (failures - 1));
  return Math.round(whole * (0.75 + chance / 2));
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
export const pauseOf = ({ headers }: Pick<GoogleAnswer, 'headers'>): number =>
  Math.min(LONGEST_PAUSE, retryAfter(headers, Date.now()) ?? PAUSE);

/** What Google has answered. The body has to be read or destroyed. */
export interface GoogleAnswer {
  /** Where the answer came from: after redirects another address than was asked. */
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Set where it sends people to sign in; nobody has gone there. */
  readonly wantsSignIn: boolean;
}

/** A call that says more than an address. */
interface GoogleCall {
  readonly url: URL;
  /** Whose rights the call has; sent to this address alone. */
  readonly token?: string;
  /** What is posted; without it, or `json`, the address is read. */
  readonly form?: URLSearchParams;
  /** Posted as JSON. */
  readonly json?: unknown;
}

/** Asks Google and nobody else. */
export interface GoogleClient {
  /**
   * Reads an address. Redirects are followed as far as they lead to Google, each of them checked.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  get(url: URL, signal: AbortSignal): Promise<GoogleAnswer>;
  /**
   * Makes a call. It carries secrets, so a redirect is an answer like any other: nothing is sent on.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  send(call: GoogleCall, signal: AbortSignal): Promise<GoogleAnswer>;
}

interface ClientOptions {
  readonly places: GooglePlaces;
  readonly resolve?: Resolve;
  /** Milliseconds in which something has to come. */
  readonly silence?: number;
}

const REDIRECTS_MOST = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADER_BYTES = 32 * 1024;
const SILENCE = 20_000;
const CONNECTIONS = 8;

/** Nothing is told but this: no cookies, no referrer, and no compression, which could hide how large an answer is. */
const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Tabpoint' };

/** What is posted, and of which kind it is. */
function contentOf({ form, json }: GoogleCall) {
  if (form !== undefined) return { type: 'application/x-www-form-urlencoded', text: form.toString() };
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}

/** Where an answer sends us. @throws GoogleTrouble where that is no address */
function targetOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) throw new GoogleTrouble('unreadable', 'Google redirects to no address.');
  return new URL(location, from);
}

const troubleOf = (error: unknown) =>
  error instanceof GoogleTrouble
    ? error
    : new GoogleTrouble('unreachable', error instanceof Error ? error.message : String(error), error);

/** 429 is what Google says when there was too much. */
const outcomeOf = (status = 0) => (status === 429 ? '429' : `${Math.floor(status / 100)}xx`);

/** How long a connection waits for the next read, in milliseconds. */
const KEPT = 30_000;

/** A connection that Google was just closing when it was used again. Nothing is changed by a read, so that it is made anew. */
const wasClosing = (request: ClientRequest, error: Error) =>
  request.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const agentsWith = (options: AgentOptions) => ({
  http: new HttpAgent({ maxSockets: CONNECTIONS, ...options }),
  https: new HttpsAgent({ maxSockets: CONNECTIONS, ...options }),
});

/**
 * Makes a client of these places. Reads go over connections that others have used; what is posted has one of its own each time, as
 * nobody could tell whether it has arrived over one that was being closed.
 */
export function createGoogleClient({ places, resolve, silence = SILENCE }: ClientOptions): GoogleClient {
  const lookup = guardedLookup(resolve);
  const reading = agentsWith({ keepAlive: true, timeout: KEPT });
  const posting = agentsWith({});

  const ask = (call: GoogleCall, signal: AbortSignal): Promise<IncomingMessage> =>
    new Promise((resolveAnswer, reject) => {
      const { url, token } = call;
      const own = token === undefined ? {} : { Authorization: `Bearer ${token}`, Accept: 'application/json' };
      if (!places.allows(url)) throw new GoogleTrouble('refused', `${url.origin} is not asked.`);
      const isSecure = url.protocol === 'https:';
      const content = contentOf(call);
      const isRead = content === undefined;
      const method = isRead ? 'GET' : 'POST';
      const agents = isRead ? reading : posting;
      const all = { ...headers, ...own, ...(content && { 'Content-Type': content.type }) };
      const options = { method, headers: all, lookup, signal, timeout: silence, maxHeaderSize: HEADER_BYTES };
      const request = isSecure
        ? askHttps(url, { ...options, agent: agents.https })
        : askHttp(url, { ...options, agent: agents.http });
      request.once('timeout', () => request.destroy(new GoogleTrouble('silent', 'Google said nothing for too long.')));
      request.once('response', (answer) => {
        googleCalls.inc({ outcome: outcomeOf(answer.statusCode) });
        resolveAnswer(answer);
      });
      request.once('error', (error) => {
        if (isRead && !signal.aborted && wasClosing(request, error)) return resolveAnswer(ask(call, signal));
        googleCalls.inc({ outcome: 'failed' });
        reject(signal.aborted ? (signal.reason as Error) : troubleOf(error));
      });
      request.end(content?.text);
    });

  return {
    async get(asked, signal) {
      let url = asked;
      for (let step = 0; step <= REDIRECTS_MOST; step += 1) {
        signal.throwIfAborted();
        const body = await ask({ url }, signal);
        const next = targetOf(body, url);
        const wantsSignIn = next !== undefined && places.isSignIn(next);
        if (next === undefined || wantsSignIn) {
          return { url, status: body.statusCode ?? 0, headers: body.headers, body, wantsSignIn };
        }
        body.destroy();
        url = next;
      }
      throw new GoogleTrouble('unreadable', 'Google redirects again and again.');
    },
    async send(call, signal) {
      signal.throwIfAborted();
      const body = await ask(call, signal);
      return { url: call.url, status: body.statusCode ?? 0, headers: body.headers, body, wantsSignIn: false };
    },
  };
}
