import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { onProjectChanged } from '../projects/projectNews';
import { tellProjectRead } from '../projects/projectReads';
import { findProject, listTabs, type ReadProject, type ReadTab } from './endpointsRepository';
import { Lru } from './engine/lru';

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

const BUDGET = 16 * 1024 * 1024;
const BYTES_PER_ENTRY = 500;

/** What an entry takes in memory, roughly. */
const bytesOf = ({ tabs }: KnownProject) => BYTES_PER_ENTRY * (1 + tabs.length);

/**
 * The projects that are being asked, in memory. What this server changes is read anew at once
 * (`../projects/projectNews.ts`); what another one changes, after a second.
 */
export class Directory {
  readonly #entries = new Lru<Entry>(BUDGET);
  readonly #reading = new Map<string, Promise<KnownProject | undefined>>();

  constructor(private readonly db: Kysely<Database>) {
    onProjectChanged(db, (id) => this.#forget(id));
  }

  /** The project, where no database need be asked for it. */
  peek(id: string): KnownProject | undefined {
    const entry = this.#entries.get(id);
    return entry !== undefined && performance.now() - entry.readAt < BELIEVED ? entry.known : undefined;
  }

  /** A project that has not been deleted, and its tabs. Read once, however many ask. */
  async get(id: string): Promise<KnownProject | undefined> {
    const known = this.peek(id);
    if (known !== undefined || !POSSIBLE_ID.test(id)) return known;
    const reading = this.#reading.get(id) ?? this.#read(id);
    this.#reading.set(id, reading);
    try {
      return await reading;
    } finally {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    }
  }

  /** What is being read may be older than the change: whoever asks from now on reads again. */
  #forget(id: string) {
    this.#entries.delete(id);
    this.#reading.delete(id);
  }

  async #read(id: string): Promise<KnownProject | undefined> {
    const readAt = performance.now();
    await Promise.resolve();
    const reading = this.#reading.get(id);
    const project = await findProject(this.db, id);
    if (project !== undefined) tellProjectRead(this.db, project);
    const known = project && this.#same({ project, tabs: await listTabs(this.db, id) });
    if (this.#reading.get(id) !== reading) return known;
    if (known === undefined) this.#entries.delete(id);
    else this.#entries.set(id, { known, readAt }, bytesOf(known));
    return known;
  }

  /** The very object that is known already where nothing has changed, so that finished answers stay good. */
  #same(read: KnownProject): KnownProject {
    const known = this.#entries.get(read.project.id)?.known;
    return known !== undefined && JSON.stringify(known) === JSON.stringify(read) ? known : read;
  }
}
