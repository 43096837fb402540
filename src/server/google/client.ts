import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { googleCalls } from '../counters';
import { GoogleTrouble } from './responses';
import { type GoogleAddresses, googleAddresses, guardedLookup, type Resolve } from './googleAddresses';

/** Response of Google. The body has to be read or destroyed. */
export interface GoogleAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Whether it redirects to the sign-in page; the redirect is not followed. */
  readonly wantsSignIn: boolean;
}

/** A request with more than an address. */
interface GoogleCall {
  readonly url: URL;
  /** Access token; sent to this address only. */
  readonly token?: string;
  /** Form to POST; a GET without `form` and `json`. */
  readonly form?: URLSearchParams;
  /** JSON to POST. */
  readonly json?: unknown;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const MAX_HEADER_BYTES = 32 * 1024;
const SILENCE_TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 16;

/** All headers that are sent: no cookies, no referrer, and no compression, which could hide the size of a response. */
const headers = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'Tabpoint' };

/** Returns the body to POST, and its content type. */
function contentOf({ form, json }: GoogleCall) {
  if (form !== undefined) return { type: 'application/x-www-form-urlencoded', text: form.toString() };
  return json === undefined ? undefined : { type: 'application/json', text: JSON.stringify(json) };
}

/** Returns the target of a redirect. @throws GoogleTrouble for an invalid address */
function targetOf({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (!REDIRECTS.has(statusCode) || location === undefined) return undefined;
  if (!URL.canParse(location, from.href)) throw new GoogleTrouble('unreadable', 'Google redirects to no address.');
  return new URL(location, from);
}

function troubleOf(error: unknown): GoogleTrouble {
  if (error instanceof GoogleTrouble) return error;
  return new GoogleTrouble('unreachable', error instanceof Error ? error.message : String(error), error);
}

/** Returns the metric's outcome. 429, Google's rate limit, has its own. */
const outcomeOf = (status = 0) => (status === 429 ? '429' : `${Math.floor(status / 100)}xx`);

/** Milliseconds for which an idle connection stays open for the next read. */
const KEEP_ALIVE_MS = 30_000;

/** Returns whether a reused connection was just being closed by Google. Only a read can be repeated safely then. */
const wasClosing = (request: ClientRequest, error: Error) =>
  request.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

interface ClientOptions {
  /** Origins of a stand-in for Google on this machine; Google itself when absent. */
  readonly double?: readonly string[] | undefined;
  readonly resolve?: Resolve;
  /** Timeout without data in milliseconds. */
  readonly silence?: number;
}

/**
 * HTTP client for Google and no other host. Reads reuse connections. Each POST opens a new one, as it is unknown whether a request
 * over a closing connection has arrived.
 */
export class GoogleClient {
  readonly addresses: GoogleAddresses;
  readonly #lookup;
  readonly #silence;
  readonly #requestUrl: typeof requestHttps;
  readonly #readAgent: HttpAgent;
  readonly #postAgent: HttpAgent;

  constructor({ double, resolve, silence = SILENCE_TIMEOUT_MS }: ClientOptions = {}) {
    this.addresses = googleAddresses(double);
    this.#lookup = guardedLookup(resolve);
    this.#silence = silence;
    // A stand-in has no certificate.
    const Agent = double === undefined ? HttpsAgent : HttpAgent;
    this.#requestUrl = double === undefined ? requestHttps : requestHttp;
    this.#readAgent = new Agent({ maxSockets: MAX_CONNECTIONS, keepAlive: true, timeout: KEEP_ALIVE_MS });
    this.#postAgent = new Agent({ maxSockets: MAX_CONNECTIONS });
  }

  /**
   * Reads an address. Follows redirects within Google, checking each.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  async get(start: URL, signal: AbortSignal): Promise<GoogleAnswer> {
    let url = start;
    for (let step = 0; step <= MAX_REDIRECTS; step += 1) {
      const answer = await this.send({ url }, signal);
      const next = targetOf(answer.body, url);
      if (next === undefined) return answer;
      if (this.addresses.isSignIn(next)) return { ...answer, wantsSignIn: true };
      answer.body.destroy();
      url = next;
    }
    throw new GoogleTrouble('unreadable', 'Google redirects again and again.');
  }

  /**
   * Sends a request. It carries secrets, so redirects are returned and not followed.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  async send(call: GoogleCall, signal: AbortSignal): Promise<GoogleAnswer> {
    signal.throwIfAborted();
    const body = await this.#sendOnce(call, signal);
    return { status: body.statusCode ?? 0, headers: body.headers, body, wantsSignIn: false };
  }

  #sendOnce(call: GoogleCall, signal: AbortSignal): Promise<IncomingMessage> {
    const content = contentOf(call);
    return new Promise((resolve, reject) => {
      const request = this.#request(call, content?.type, signal);
      request.once('timeout', () => request.destroy(new GoogleTrouble('silent', 'Google said nothing for too long.')));
      request.once('response', (answer) => {
        googleCalls.inc({ outcome: outcomeOf(answer.statusCode) });
        resolve(answer);
      });
      request.once('error', (error) => {
        if (content === undefined && !signal.aborted && wasClosing(request, error)) {
          return resolve(this.#sendOnce(call, signal));
        }
        googleCalls.inc({ outcome: 'failed' });
        reject(signal.aborted ? (signal.reason as Error) : troubleOf(error));
      });
      request.end(content?.text);
    });
  }

  #request({ url, token }: GoogleCall, contentType: string | undefined, signal: AbortSignal): ClientRequest {
    if (!this.addresses.allows(url)) throw new GoogleTrouble('refused', `${url.origin} is not asked.`);
    return this.#requestUrl(url, {
      method: contentType === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}`, Accept: 'application/json' }),
        ...(contentType !== undefined && { 'Content-Type': contentType }),
      },
      agent: contentType === undefined ? this.#readAgent : this.#postAgent,
      lookup: this.#lookup,
      signal,
      timeout: this.#silence,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  }
}
