import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Since when this server receives the notifications of others. */
export interface ListenerState {
  /** As `performance.now()` has it: nothing was missed since then. `Infinity` while none are received. */
  since: number;
}

/** Receives none yet. A server on SQLite has no others. */
export const createListenerState = (): ListenerState => ({ since: Infinity });

/** Milliseconds between two questions whether the other end is still there; an answer has to come within the same time. */
const HEARTBEAT = 2_000;

/** Milliseconds to wait before connecting again: at first, and at most. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

export interface PgListenerOptions {
  readonly databaseUrl: string;
  readonly channels: readonly string[];
  readonly listenerState: ListenerState;
  readonly receive: (channel: string, payload: string) => void;
  /** Called whenever it listens again: what was sent before was missed. */
  readonly connected: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * A connection of its own that receives notifications (LISTEN). One that is cut, or that does not answer any more, is made anew;
 * meanwhile `listenerState` says that none are received.
 */
export class PgListener {
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #listening = Promise.resolve();

  constructor(private readonly options: PgListenerOptions) {}

  /** Tries once to connect, and goes on trying behind the scenes when that does not work. */
  async start(): Promise<void> {
    await new Promise<void>((tried) => {
      this.#listening = this.#listenAgain(tried);
    });
  }

  /** Sends payloads to all servers, also to this one. @returns false while there is no connection */
  async notify(channel: string, payloads: readonly string[]): Promise<boolean> {
    if (this.#client === undefined || payloads.length === 0) return false;
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    await this.#client.query(text, [channel, payloads]);
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #listenAgain(tried: () => void) {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const begun = () => {
        failures = 0;
        tried();
      };
      await this.#listen(begun).catch((error: unknown) => {
        if (failures === 0 && !signal.aborted) this.options.report(error);
      });
      tried();
      const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost. @throws why it was, or could not be made */
  async #listen(begun: () => void): Promise<never> {
    const pg = await import('pg');
    const { databaseUrl: connectionString, channels, listenerState, receive, connected } = this.options;
    const { signal } = this.#closing;
    const waits = { connectionTimeoutMillis: 5_000, query_timeout: HEARTBEAT, keepAlive: true };
    const client = new pg.default.Client({ connectionString, application_name: 'tabpoint notifications', ...waits });
    const lost = new AbortController();
    client.on('error', (error) => lost.abort(error));
    client.on('end', () => lost.abort(new Error('The connection for notifications of other servers has ended.')));
    client.on('notification', ({ channel, payload = '' }) => receive(channel, payload));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
      signal.throwIfAborted();
      signal.addEventListener('abort', () => lost.abort(), { signal: lost.signal });
      this.#client = client;
      listenerState.since = performance.now();
      begun();
      connected();
      for (;;) {
        await sleep(HEARTBEAT, undefined, { signal: lost.signal, ref: false });
        await client.query('select 1');
      }
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    } finally {
      lost.abort();
      this.#client = undefined;
      listenerState.since = Infinity;
      const ended = client.end().catch(() => undefined);
      // One that was lost may be half open: its end is not waited for.
      if (signal.aborted) await ended;
    }
  }
}
