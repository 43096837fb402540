import type { Client } from 'pg';

/** Since when this server receives the notifications of others. */
export interface ListenerState {
  /** As `performance.now()` has it: nothing was missed since then. `Infinity` while none are received. */
  since: number;
}

/** Receives none yet. A server on SQLite has no others. */
export const createListenerState = (): ListenerState => ({ since: Infinity });

/** What PostgreSQL tells all servers when one of them has committed a change. */
export type Notification =
  /** A project, or one of its tabs, is stored in another way than before. */
  | { readonly kind: 'project'; readonly projectId: string }
  /** Rows of a tab were written; it is at this revision now. */
  | { readonly kind: 'rows'; readonly tabId: string; readonly revision: number }
  /** A key was made, changed, revoked or removed. */
  | { readonly kind: 'key'; readonly keyId: string }
  /** A person has chosen another plan. */
  | { readonly kind: 'plans' };

/** What a payload of the triggers (`../database/triggers`) says; undefined for any other. */
export function notificationIn(payload: string): Notification | undefined {
  const [kind, id = '', revision = ''] = payload.split(' ');
  if (kind === 'project') return { kind, projectId: id };
  if (kind === 'rows') return { kind, tabId: id, revision: Number(revision) };
  if (kind === 'key') return { kind, keyId: id };
  return kind === 'plans' ? { kind } : undefined;
}

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
  #client: Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;

  constructor(private readonly options: PgListenerOptions) {}

  /** Tries once to connect, and goes on trying behind the scenes when that does not work. */
  async start(): Promise<void> {
    try {
      await this.#connect();
    } catch (error) {
      this.#lost(error);
    }
  }

  /** Sends payloads to all servers, also to this one. @returns false while there is no connection */
  async notify(channel: string, payloads: readonly string[]): Promise<boolean> {
    if (this.#client === undefined || payloads.length === 0) return false;
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    await this.#client.query(text, [channel, payloads]);
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const client = this.#drop();
    await client?.end().catch(() => undefined);
  }

  async #connect() {
    const pg = await import('pg');
    const { databaseUrl: connectionString, channels, listenerState, receive, connected } = this.options;
    const waits = { connectionTimeoutMillis: 5_000, query_timeout: HEARTBEAT, keepAlive: true };
    const client = new pg.default.Client({ connectionString, application_name: 'tabpoint news', ...waits });
    client.on('error', (error) => this.#isCurrent(client) && this.#lost(error));
    client.on('end', () => this.#isCurrent(client) && this.#lost(undefined));
    client.on('notification', ({ channel, payload = '' }) => receive(channel, payload));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#isClosed) return void client.end().catch(() => undefined);
    this.#client = client;
    this.#failures = 0;
    listenerState.since = performance.now();
    connected();
    this.#beatLater(client);
  }

  #isCurrent(client: Client) {
    return this.#client === client;
  }

  /** Nothing is received from now on. */
  #drop(): Client | undefined {
    const client = this.#client;
    this.#client = undefined;
    this.options.listenerState.since = Infinity;
    return client;
  }

  #lost(error: unknown) {
    clearTimeout(this.#timer);
    const client = this.#drop();
    if (this.#isClosed) return;
    // It may be half open: its end is not waited for.
    client?.end().catch(() => undefined);
    if (error !== undefined && this.#failures === 0) this.options.report(error);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.start(), pause).unref();
  }

  #beatLater(client: Client) {
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.#isCurrent(client) && this.#beatLater(client),
        (error: unknown) => this.#isCurrent(client) && this.#lost(error),
      );
    }, HEARTBEAT).unref();
  }
}
