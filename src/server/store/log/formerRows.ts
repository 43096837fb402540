import { LRUCache } from 'lru-cache';
import type { Column } from '../../../contract/rows';
import { readBlob, streamBlob } from '../../database/blobs';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { FormerSnapshotsTable } from '../../database/tables/records';
import { settingsOf } from '../../normalise/derivedTab';
import type { PackedSource } from '../../rawTab/packedLines';
import { Refusal } from '../../refusal';
import type { Workers } from '../../workers/workers';
import type { RowsAt } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { readLog } from './driveLog';
import { followLog, tabAtOf } from './readSince';

/** Rows of a tab as they were at some revision: a snapshot, and the log behind it. The number is absent where it is still the tab's. */
export type Snapshot = Omit<FormerSnapshotsTable, 'number' | 'until_revision' | 'replaced_at' | Authorship> & {
  readonly number?: number;
};

type Authorship = 'actor' | 'reason' | 'authored_at' | 'authored_revision';

/** The snapshot that a tab has now, where the rows of a revision are made of that. */
async function findCurrent(db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> {
  const found = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.id as tab_id', 'tab.snapshot_blob', 'tab.sheet_id', 'tab.snapshot_sequence', 'tab.snapshot_revision'])
    .select(['tab.header_row', 'tab.key_column', 'tab.column_types', 'tab.repeat_merged', 'tab.columns'])
    .select(['tab.derived_from', 'tab.raw_blob', 'tab.raw_sequence', 'project.sheet_id as spreadsheet_id'])
    .where('tab.id', '=', tabId)
    .where('tab.snapshot_revision', '<=', revision)
    .where('tab.revision', '>=', revision)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { derived_from, raw_blob, snapshot_revision, ...snapshot } = found;
  return { ...snapshot, revision: snapshot_revision, raw_blob: derived_from ?? raw_blob, delta_blob: null };
}

const findFormer = (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  db
    .selectFrom('former_snapshots')
    .selectAll()
    .where('tab_id', '=', tabId)
    .where('revision', '<=', revision)
    .where('until_revision', '>=', revision)
    .orderBy('number', 'desc')
    .executeTakeFirst();

/** What the rows of a tab at a revision are made of; undefined where that is not kept any more. */
const findSnapshot = async (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  (await findCurrent(db, tabId, revision)) ?? findFormer(db, tabId, revision);

/**
 * The raw tab that comes after what was replaced of a tab, and what makes the former one of it, the newest first. The current one is
 * looked up first: where another takes its place meanwhile, it is noted as one that was replaced by then.
 */
async function findChain(db: Db, { tab_id, number }: Pick<FormerSnapshotsTable, 'tab_id' | 'number'>) {
  const deltas: string[] = [];
  const current = await findCurrentRaw(db, tab_id);
  const later = await db
    .selectFrom('former_snapshots')
    .select(['raw_blob', 'delta_blob'])
    .where('tab_id', '=', tab_id)
    .where('number', '>=', number)
    .orderBy('number')
    .execute();
  for (const { raw_blob, delta_blob } of later) {
    if (raw_blob !== null || delta_blob === null) return { next: raw_blob, deltas };
    deltas.unshift(delta_blob);
  }
  return { next: current, deltas };
}

/** The blob of the raw tab that the rows of a tab are derived from now. */
export async function findCurrentRaw(db: Db, tabId: string): Promise<string | null> {
  const tab = await db
    .selectFrom('project_tabs')
    .select(({ fn }) => fn.coalesce('derived_from', 'raw_blob').as('blob'))
    .where('id', '=', tabId)
    .executeTakeFirst();
  return tab?.blob ?? null;
}

interface FormerRowsOptions {
  readonly db: Db;
  readonly workers: Pick<Workers, 'run'>;
  readonly tabs: ServedTabs;
}

/** For so many milliseconds what is not kept is not looked for again; and most notes of that. */
const ABSENT = 1_000;
const ABSENT_MOST = 10_000;

/** Rows as they were at earlier revisions, loaded from disk when a cursor asks for what memory does not have. */
export class FormerRows {
  readonly #loading = createSingleFlight<RowsAt | undefined>();
  /** What was found not to be kept. */
  readonly #absent = new LRUCache<string, true>({ max: ABSENT_MOST, ttl: ABSENT });

  constructor(private readonly options: FormerRowsOptions) {}

  /**
   * Loads a revision of a tab, once however many ask; `tabs` has it then while there is memory.
   *
   * @returns undefined where it is not kept any more
   * @throws Refusal `too_large` when it does not fit into memory, `busy` when no worker is free to make it again
   */
  async load(tabId: string, revision: number): Promise<RowsAt | undefined> {
    const ready = this.options.tabs.at(tabId, revision);
    const key = keyOf(tabId, revision);
    if (ready !== undefined || this.#absent.has(key)) return ready;
    return this.#loading(key, () => twice(() => this.#load(tabId, revision)));
  }

  /** The packed raw tab that the rows of a tab at a revision were derived from; undefined where it is not kept. */
  async raw(tabId: string, revision: number) {
    return twice(async () => {
      const snapshot = await findSnapshot(this.options.db, tabId, revision);
      return snapshot && { packed: await this.#rawOf(snapshot), repeatMerged: snapshot.repeat_merged === 1 };
    });
  }

  /**
   * The packed rows of the snapshot that a tab has now, derived again from its raw tab and its log.
   *
   * @param revision of the tab
   * @returns undefined where these are not kept
   */
  async derivedAnew(tabId: string, revision: number): Promise<Buffer | undefined> {
    const snapshot = await findCurrent(this.options.db, tabId, revision);
    return snapshot && this.#derive(snapshot);
  }

  async #load(tabId: string, revision: number): Promise<RowsAt | undefined> {
    const { db } = this.options;
    const snapshot = await findSnapshot(db, tabId, revision);
    const part = snapshot && (await readLog(db, { ...tabOf(snapshot), after: snapshot.snapshot_sequence }, revision));
    const source = part && (await this.#rowsOf(snapshot));
    if (snapshot === undefined || part === undefined || source === undefined) {
      this.#absent.set(keyOf(tabId, revision), true);
      return undefined;
    }
    const served = await this.options.tabs.loadFormer({ id: tabId, revision }, source, async (loaded) => {
      await followLog(loaded, tabAtOf(loaded.view(), snapshot.key_column), { log: part.log, revision });
    });
    return { served, view: served.view() };
  }

  /** The packed rows of a snapshot, derived again where they are not kept. */
  async #rowsOf(snapshot: Snapshot): Promise<PackedSource | undefined> {
    const { snapshot_blob: blob } = snapshot;
    return blob === null ? this.#derive(snapshot) : streamBlob(this.options.db, blob);
  }

  async #derive(snapshot: Snapshot): Promise<Buffer | undefined> {
    const { db, workers } = this.options;
    const { raw_sequence: after, snapshot_sequence: upTo } = snapshot;
    const part = await readLog(db, { ...tabOf(snapshot), after, upTo });
    const raw = part && (await this.#rawOf(snapshot));
    if (part === undefined || raw === undefined) return undefined;
    const settings = { ...settingsOf(snapshot), known: JSON.parse(snapshot.columns) as Column[] };
    return (await workers.run('deriveTab', { raw, log: part.log, settings })).packed;
  }

  async #rawOf({ raw_blob, delta_blob, tab_id, number }: Snapshot): Promise<Buffer | undefined> {
    const { db, workers } = this.options;
    if (raw_blob !== null) return readBlob(db, raw_blob);
    if (delta_blob === null || number === undefined) return undefined;
    const chain = await findChain(db, { tab_id, number });
    if (chain.next === null) return undefined;
    const deltas = await Promise.all(chain.deltas.map((delta) => readBlob(db, delta)));
    return workers.run('applyRawDeltas', { next: await readBlob(db, chain.next), deltas });
  }
}

/** The drive's tab that a snapshot was derived of. */
const tabOf = ({ spreadsheet_id: spreadsheetId, sheet_id: sheetId }: Snapshot) => ({ spreadsheetId, sheetId });

/** What a revision is made of may be made small while it is read: it is looked up anew then. */
const twice = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return work();
  });

const keyOf = (tabId: string, revision: number) => `${revision} ${tabId}`;
