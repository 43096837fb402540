import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { Semaphore } from '../semaphore';
import { addressOfSessions } from './postgres';

/** State of the connection that receives notifications of other servers. */
export interface ListenerState {
  /** Time of `performance.now()` since which no notification was missed; `Infinity` while disconnected. */
  since: number;
}

/** Creates a disconnected state. A server on SQLite has no other servers. */
export const createListenerState = (): ListenerState => ({ since: Infinity });

/** Interval between two heartbeat queries, and timeout of each. */
const HEARTBEAT_MS = 2_000;

/** Bounds of the exponential backoff before reconnecting. */
const MIN_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 5_000;

interface PgListenerOptions {
  readonly databaseUrl: string;
  readonly channels: readonly string[];
  readonly listenerState: ListenerState;
  readonly receive: (channel: string, payload: string) => void;
  /** Called after each connect: notifications sent before it were missed. */
  readonly connected: () => void;
  readonly report: (error: unknown) => void;
}

/**
 * Dedicated connection that receives notifications (LISTEN). Reconnects when the connection is cut or stops responding; meanwhile
 * `listenerState` says that none are received.
 */
export class PgListener {
  readonly #closing = new AbortController();
  /** Queries run one after the other: a client that runs one accepts no other. */
  readonly #turns = new Semaphore(1);
  #client: Client | undefined;
  #listening = Promise.resolve();

  constructor(private readonly options: PgListenerOptions) {}

  /** Waits for the first attempt to connect; if it fails, retries continue in the background. */
  async start(): Promise<void> {
    await new Promise<void>((onAttempt) => {
      this.#listening = this.#keepListening(onAttempt);
    });
  }

  /** Sends payloads to all servers, this one included. @returns false while disconnected */
  async notify(channel: string, payloads: readonly string[]): Promise<boolean> {
    const client = this.#client;
    if (client === undefined || payloads.length === 0) return false;
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    await this.#turns.hold(() => client.query(text, [channel, payloads]));
    return true;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #keepListening(onAttempt: () => void) {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const onListening = () => {
        failures = 0;
        onAttempt();
      };
      await this.#listen(onListening).catch((error: unknown) => {
        if (failures === 0 && !signal.aborted) this.options.report(error);
      });
      onAttempt();
      const pause = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** failures);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Listens until the connection is lost. @throws the reason, or why it could not connect */
  async #listen(onListening: () => void): Promise<never> {
    const pg = await import('pg');
    const { databaseUrl, channels, listenerState, receive, connected } = this.options;
    const { signal } = this.#closing;
    const timeouts = { connectionTimeoutMillis: 5_000, query_timeout: HEARTBEAT_MS, keepAlive: true };
    const connectionString = addressOfSessions(databaseUrl, 'tabpoint notifications');
    const client = new pg.default.Client({ connectionString, ...timeouts });
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
      onListening();
      connected();
      for (;;) {
        await sleep(HEARTBEAT_MS, undefined, { signal: lost.signal, ref: false });
        await this.#turns.hold(() => client.query('select 1'));
      }
    } catch (error) {
      throw lost.signal.aborted ? lost.signal.reason : error;
    } finally {
      lost.abort();
      this.#client = undefined;
      listenerState.since = Infinity;
      const ended = client.end().catch(() => undefined);
      // Do not wait for the end of a lost connection: it may be half open.
      if (signal.aborted) await ended;
    }
  }
}
