import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Awaitable } from '../awaitable';
import type { Db } from '../database/schema';
import { inTime, isOutOfReach } from '../database/databaseErrors';
import type { ServerEvents } from '../database/events';
import type { ListenerState } from '../database/notifications';
import { findProject, listTabs, type ReadProject, type ReadTab } from '../store/log/endpointsRepository';

/** Project and its tabs as last read from the database. */
export interface KnownProject {
  readonly project: ReadProject;
  /** All tabs it has ever had, removed ones too, in the order of the sheet. */
  readonly tabs: readonly ReadTab[];
}

interface Entry {
  readonly known: KnownProject;
  readonly readAt: number;
}

/** Pattern of valid ids; others are not looked up in the database. */
const POSSIBLE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Milliseconds that a cached project is valid without notifications: another server may have changed it. */
const TTL_MS = 1_000;

/** As {@link TTL_MS}, when every server that changes projects sends a notification. */
const TTL_NOTIFIED_MS = 60_000;

/**
 * Age in milliseconds at which a cached project is also read again in the background, because a notification may have been lost.
 */
const BACKGROUND_REFRESH_MS = 5_000;

/** Milliseconds to wait for the database when a cached project could be used instead. */
const DATABASE_TIMEOUT_MS = 2_000;

/** Reason that responses give while the database cannot be reached. */
const DATABASE_UNREACHABLE = 'The database cannot be reached; these are the rows as they were last read.';

/** Reads a project that has not been deleted, and its tabs, from the database. */
async function findStored(db: Db, id: string): Promise<KnownProject | undefined> {
  const project = await findProject(db, id);
  return project && { project, tabs: await listTabs(db, id) };
}

const MAX_BYTES = 16 * 1024 * 1024;
/** Approximate memory size of a project, and of each of its tabs, in bytes. */
const APPROXIMATE_BYTES = 500;

/**
 * Cache of projects and their tabs. A change by this server invalidates an entry at once (`../database/events.ts`), and so does a
 * notification of another server. Changes without a notification, such as administrator commands on SQLite, take effect after a
 * second. With several servers an entry is also read again every five seconds, in the background.
 */
export class Directory {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ known: { tabs } }) => APPROXIMATE_BYTES * (1 + tabs.length),
  });
  readonly #reading = new Map<string, Promise<KnownProject | undefined>>();

  constructor(
    private readonly db: Db,
    private readonly events: ServerEvents,
    private readonly listenerState: Readonly<ListenerState>,
  ) {
    events.projectChanged.on((id) => this.#invalidate(id));
  }

  /** Returns the cached project, if it is still valid. */
  peek(id: string): KnownProject | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const age = performance.now() - entry.readAt;
    if (age < TTL_MS) return entry.known;
    if (age >= TTL_NOTIFIED_MS || entry.readAt <= this.listenerState.since) return undefined;
    if (age >= BACKGROUND_REFRESH_MS) void this.#readInBackground(id);
    return entry.known;
  }

  /** Returns a project that has not been deleted, and its tabs, from the cache or the database. */
  get(id: string): Awaitable<KnownProject | undefined> {
    return this.peek(id) ?? (POSSIBLE_ID.test(id) ? this.#readOnce(id) : undefined);
  }

  /** Shares one database read between concurrent callers. Caches its result, unless the project changes meanwhile. */
  #readOnce(id: string): Promise<KnownProject | undefined> {
    const shared = this.#reading.get(id);
    if (shared !== undefined) return shared;
    const readAt = performance.now();
    const isCurrent = () => this.#reading.get(id) === reading;
    const reading = this.#readStored(id)
      .then((known) => {
        if (isCurrent() && known !== undefined) this.#entries.set(id, { known, readAt });
        else if (isCurrent()) this.#entries.delete(id);
        return known;
      })
      .finally(() => {
        if (isCurrent()) this.#reading.delete(id);
      });
    this.#reading.set(id, reading);
    return reading;
  }

  /** Reads in the background. Its errors are dropped: the next read that a request waits for throws them again. */
  async #readInBackground(id: string) {
    await nextTurn();
    await this.#readOnce(id).catch(() => undefined);
  }

  /** Returns the project as last read, however old. */
  last(id: string): KnownProject | undefined {
    return this.#entries.get(id)?.known;
  }

  /** Invalidates a project. A read in progress may be older than the change, so later requests start a new read. */
  #invalidate(id: string) {
    this.#entries.delete(id);
    this.#reading.delete(id);
  }

  /** Reads the project from the database; if that cannot be reached, returns the cached project as stale. */
  async #readStored(id: string): Promise<KnownProject | undefined> {
    const before = this.#entries.get(id)?.known;
    try {
      const found = findStored(this.db, id);
      const stored = await (before === undefined ? found : inTime(found, DATABASE_TIMEOUT_MS));
      if (stored !== undefined) this.events.projectRead.emit(stored.project);
      return stored && this.#reuseUnchanged(stored);
    } catch (error) {
      if (before === undefined || !isOutOfReach(error)) throw error;
      const project: ReadProject = { ...before.project, status: 'stale', status_reason: DATABASE_UNREACHABLE };
      return this.#reuseUnchanged({ ...before, project });
    }
  }

  /** Returns the cached object if nothing has changed, because caches of responses depend on its identity. */
  #reuseUnchanged(read: KnownProject): KnownProject {
    const known = this.#entries.get(read.project.id)?.known;
    return known !== undefined && JSON.stringify(known) === JSON.stringify(read) ? known : read;
  }
}
