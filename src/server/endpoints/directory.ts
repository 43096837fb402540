import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/schema';
import { inTime, isOutOfReach } from '../database/trouble';
import type { ServerEvents } from '../database/events';
import type { ListenerState } from '../database/notifications';
import { findProject, listTabs, type ReadProject, type ReadTab } from '../store/log/endpointsRepository';

/** A project and its tabs as they were stored when they were last read. */
export interface KnownProject {
  readonly project: ReadProject;
  /** Every tab it has had, vanished ones too, in the order of the sheet. */
  readonly tabs: readonly ReadTab[];
}

interface Entry {
  readonly known: KnownProject;
  readonly readAt: number;
}

/** Ids that no database need be asked for. */
const POSSIBLE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** How long, in milliseconds, a project is believed to be as it was read: another server may have changed it. */
const BELIEVED = 1_000;

/** As {@link BELIEVED}, where every server that changes projects sends a notice. */
const BELIEVED_NOTIFIED = 60_000;

/** Beside other servers a project is read again after an answer when so many milliseconds have passed: a notice may be lost. */
const LOOKED_BEHIND = 5_000;

/** How long, in milliseconds, the database is waited for where there is something to answer without it. */
const PATIENCE = 2_000;

/** What answers tell meanwhile. */
const OUT_OF_REACH = 'The database cannot be reached; these are the rows as they were last read.';

/** A project that has not been deleted, and its tabs, as they are stored. */
export async function findStored(db: Db, id: string): Promise<KnownProject | undefined> {
  const project = await findProject(db, id);
  return project && { project, tabs: await listTabs(db, id) };
}

const BUDGET = 16 * 1024 * 1024;
const BYTES_PER_ENTRY = 500;

/** What an entry takes in memory, roughly. */
const bytesOf = ({ tabs }: KnownProject) => BYTES_PER_ENTRY * (1 + tabs.length);

/**
 * The projects that are being asked, in memory. What this server changes is read anew at once (`../database/events.ts`), and so is
 * what another one sends a notice of; changes without a notice, as the administrator's commands on SQLite make them, after a second.
 * Beside other servers a project is looked up every five seconds all the same, after an answer.
 */
export class Directory {
  readonly #entries = new LRUCache<string, Entry>({ maxSize: BUDGET, sizeCalculation: ({ known }) => bytesOf(known) });
  readonly #reading = new Map<string, Promise<KnownProject | undefined>>();

  constructor(
    private readonly db: Db,
    private readonly events: ServerEvents,
    private readonly listenerState: Readonly<ListenerState>,
  ) {
    events.projectChanged.on((id) => this.#forget(id));
  }

  /** The project, where no database need be asked for it. */
  peek(id: string): KnownProject | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const age = performance.now() - entry.readAt;
    if (age < BELIEVED) return entry.known;
    if (age >= BELIEVED_NOTIFIED || entry.readAt <= this.listenerState.since) return undefined;
    if (age >= LOOKED_BEHIND) void this.#readBehind(id);
    return entry.known;
  }

  /** A project that has not been deleted, and its tabs. */
  async get(id: string): Promise<KnownProject | undefined> {
    const known = this.peek(id);
    if (known !== undefined || !POSSIBLE_ID.test(id)) return known;
    return this.#readOnce(id);
  }

  /** Reads it once, however many ask. */
  async #readOnce(id: string): Promise<KnownProject | undefined> {
    const reading = this.#reading.get(id) ?? this.#read(id);
    this.#reading.set(id, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    }
  }

  /** No request waits for it: a failure is reported by the next one that has to. */
  async #readBehind(id: string) {
    await nextTurn();
    await this.#readOnce(id).catch(() => undefined);
  }

  /** The project as it was when it was last read, however long ago. */
  last(id: string): KnownProject | undefined {
    return this.#entries.get(id)?.known;
  }

  /** What is being read may be older than the change: later requests read again. */
  #forget(id: string) {
    this.#entries.delete(id);
    this.#reading.delete(id);
  }

  async #read(id: string): Promise<KnownProject | undefined> {
    const readAt = performance.now();
    await Promise.resolve();
    const reading = this.#reading.get(id);
    const known = await this.#stored(id);
    if (this.#reading.get(id) !== reading) return known;
    if (known === undefined) this.#entries.delete(id);
    else this.#entries.set(id, { known, readAt });
    return known;
  }

  /** As it is stored; while the database cannot be reached, as it was when it was last read. */
  async #stored(id: string): Promise<KnownProject | undefined> {
    const before = this.#entries.get(id)?.known;
    try {
      const found = findStored(this.db, id);
      const stored = await (before === undefined ? found : inTime(found, PATIENCE));
      if (stored !== undefined) this.events.projectRead.emit(stored.project);
      return stored && this.#same(stored);
    } catch (error) {
      if (before === undefined || !isOutOfReach(error)) throw error;
      return this.#same({ ...before, project: { ...before.project, status: 'stale', status_reason: OUT_OF_REACH } });
    }
  }

  /** The very object that is known already where nothing has changed, so that finished answers stay good. */
  #same(read: KnownProject): KnownProject {
    const known = this.#entries.get(read.project.id)?.known;
    return known !== undefined && JSON.stringify(known) === JSON.stringify(read) ? known : read;
  }
}
