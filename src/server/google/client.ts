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
import { GoogleTrouble } from './answers';
import { type GoogleAddresses, googleAddresses, guardedLookup, type Resolve } from './googleAddresses';

/** What Google has answered. The body has to be read or destroyed. */
export interface GoogleAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: IncomingMessage;
  /** Set where it sends people to sign in; the redirect is not followed. */
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

const REDIRECTS_MOST = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HEADER_BYTES = 32 * 1024;
const SILENCE = 20_000;
const CONNECTIONS = 16;

/** Nothing else is sent: no cookies, no referrer, and no compression, which could hide how large an answer is. */
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

interface ClientOptions {
  /** Origins of a stand-in for Google on this machine; Google itself where there is none. */
  readonly double?: readonly string[] | undefined;
  readonly resolve?: Resolve;
  /** Milliseconds in which something has to come. */
  readonly silence?: number;
}

/**
 * Asks Google and no other host. Reads go over connections that others have used; a POST has one of its own each time, as it is not
 * known whether a request has arrived over a connection that was being closed.
 */
export class GoogleClient {
  readonly addresses: GoogleAddresses;
  readonly #lookup;
  readonly #silence;
  readonly #reading = agentsWith({ keepAlive: true, timeout: KEPT });
  readonly #posting = agentsWith({});

  constructor({ double, resolve, silence = SILENCE }: ClientOptions = {}) {
    this.addresses = googleAddresses(double);
    this.#lookup = guardedLookup(resolve);
    this.#silence = silence;
  }

  /**
   * Reads an address. Redirects are followed as far as they lead to Google, each of them checked.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  async get(asked: URL, signal: AbortSignal): Promise<GoogleAnswer> {
    let url = asked;
    for (let step = 0; step <= REDIRECTS_MOST; step += 1) {
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
   * Makes a call. It carries secrets, so a redirect is an answer like any other: nothing is sent on.
   *
   * @throws GoogleTrouble; the signal's reason when it is aborted
   */
  async send(call: GoogleCall, signal: AbortSignal): Promise<GoogleAnswer> {
    signal.throwIfAborted();
    const body = await this.#ask(call, signal);
    return { status: body.statusCode ?? 0, headers: body.headers, body, wantsSignIn: false };
  }

  #ask(call: GoogleCall, signal: AbortSignal): Promise<IncomingMessage> {
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
          return resolve(this.#ask(call, signal));
        }
        googleCalls.inc({ outcome: 'failed' });
        reject(signal.aborted ? (signal.reason as Error) : troubleOf(error));
      });
      request.end(content?.text);
    });
  }

  #request({ url, token }: GoogleCall, contentType: string | undefined, signal: AbortSignal): ClientRequest {
    if (!this.addresses.allows(url)) throw new GoogleTrouble('refused', `${url.origin} is not asked.`);
    const agents = contentType === undefined ? this.#reading : this.#posting;
    const options = {
      method: contentType === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}`, Accept: 'application/json' }),
        ...(contentType !== undefined && { 'Content-Type': contentType }),
      },
      ...{ lookup: this.#lookup, signal, timeout: this.#silence, maxHeaderSize: HEADER_BYTES },
    };
    return url.protocol === 'https:'
      ? askHttps(url, { ...options, agent: agents.https })
      : askHttp(url, { ...options, agent: agents.http });
  }
}
