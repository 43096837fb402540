import type { Column } from '../../../contract/rows';
import { readBlob, streamBlob } from '../../database/blobs';
import { createSingleFlight } from '../../database/locks';
import type { Db } from '../../database/schema';
import type { FormerSnapshotsTable, replacedColumns } from '../../database/tables/records';
import { settingsOf } from '../../normalise/derivedTab';
import type { PackedSource } from '../../rawTab/packedLines';
import { Refusal } from '../../refusal';
import type { Workers } from '../../workers/workers';
import type { RowsAt } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { packLog } from './compactRaw';
import { readLog } from './driveLog';
import { followLog } from './readSince';

/** Source of a tab's rows at a revision: a snapshot, and the log after it. */
type Snapshot = Omit<FormerSnapshotsTable, 'tab_id' | 'number' | 'revision' | 'until_revision' | Replaced>;

type Replaced = 'replaced_at' | keyof typeof replacedColumns;

/** Finds the tab's current snapshot if the rows of a revision derive from it. */
async function findCurrent(db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> {
  const found = await db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .select(['tab.snapshot_blob', 'tab.sheet_id', 'tab.snapshot_sequence'])
    .select(['tab.header_row', 'tab.key_column', 'tab.column_types', 'tab.repeat_merged', 'tab.columns'])
    .select(['tab.raw_blob', 'tab.raw_sequence', 'project.sheet_id as spreadsheet_id'])
    .where('tab.id', '=', tabId)
    .where('tab.snapshot_revision', '<=', revision)
    .where('tab.revision', '>=', revision)
    .executeTakeFirst();
  return found && { ...found, delta_blob: null };
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

/** Finds the source of a tab's rows at a revision; undefined when it has been removed. */
const findSnapshot = async (db: Db, tabId: string, revision: number): Promise<Snapshot | undefined> =>
  (await findCurrent(db, tabId, revision)) ?? findFormer(db, tabId, revision);

interface FormerRowsOptions {
  readonly db: Db;
  readonly workers: Pick<Workers, 'run'>;
  readonly tabs: ServedTabs;
}

/** Loads rows of earlier revisions from disk, for cursors whose revision is not in memory. */
export class FormerRows {
  readonly #loading = createSingleFlight<RowsAt | undefined>();

  constructor(private readonly options: FormerRowsOptions) {}

  /**
   * Loads a revision of a tab; concurrent calls share one load. `tabs` caches it while there is memory.
   *
   * @returns undefined when the revision has been removed
   * @throws Refusal `too_large` when it does not fit into memory, `busy` when no worker is free to derive it
   */
  async load(tabId: string, revision: number): Promise<RowsAt | undefined> {
    const ready = this.options.tabs.at(tabId, revision);
    return ready ?? this.#loading(`${revision} ${tabId}`, () => retryOnce(() => this.#load(tabId, revision)));
  }

  /** Returns the packed raw tab that a tab's rows at a revision were derived from; undefined when it has been removed. */
  async raw(tabId: string, revision: number) {
    return retryOnce(async () => {
      const snapshot = await findSnapshot(this.options.db, tabId, revision);
      return snapshot && { packed: await this.#rawOf(snapshot), repeatMerged: snapshot.repeat_merged === 1 };
    });
  }

  /**
   * Derives the packed rows of a tab's current snapshot again, from its raw tab and its log.
   *
   * @param revision of the tab
   * @returns undefined when these have been removed
   */
  async rederive(tabId: string, revision: number): Promise<Buffer | undefined> {
    const snapshot = await findCurrent(this.options.db, tabId, revision);
    return snapshot && this.#derive(snapshot);
  }

  async #load(tabId: string, revision: number): Promise<RowsAt | undefined> {
    const { db } = this.options;
    const snapshot = await findSnapshot(db, tabId, revision);
    if (snapshot === undefined) return undefined;
    const part = await readLog(db, { ...driveTabOf(snapshot), after: snapshot.snapshot_sequence }, revision);
    if (part === undefined) return undefined;
    const packedRows = await this.#packedRowsOf(snapshot);
    if (packedRows === undefined) return undefined;
    const served = await this.options.tabs.loadFormer({ id: tabId, revision }, packedRows, async (loaded) => {
      await followLog(loaded, snapshot.key_column, { log: part.log, revision });
    });
    return { served, view: served.view() };
  }

  /** Returns the packed rows of a snapshot, derived again when they are not stored. */
  async #packedRowsOf(snapshot: Snapshot): Promise<PackedSource | undefined> {
    const { snapshot_blob: blob } = snapshot;
    return blob === null ? this.#derive(snapshot) : streamBlob(this.options.db, blob);
  }

  async #derive(snapshot: Snapshot): Promise<Buffer | undefined> {
    const { db, workers } = this.options;
    const { raw_sequence: after, snapshot_sequence: upTo } = snapshot;
    const part = await readLog(db, { ...driveTabOf(snapshot), after, upTo });
    if (part === undefined) return undefined;
    const raw = await this.#rawOf(snapshot);
    if (raw === undefined) return undefined;
    const settings = { ...settingsOf(snapshot), known: JSON.parse(snapshot.columns) as Column[] };
    return (await workers.run('deriveTab', { raw, log: packLog(part.log), settings })).packed;
  }

  async #rawOf({ raw_blob, delta_blob }: Snapshot): Promise<Buffer | undefined> {
    const { db, workers } = this.options;
    if (raw_blob === null) return undefined;
    const raw = await readBlob(db, raw_blob);
    if (delta_blob === null) return raw;
    return workers.run('applyRawDelta', { base: raw, delta: await readBlob(db, delta_blob) });
  }
}

/** The drive's tab that a snapshot was derived from. */
const driveTabOf = ({ spreadsheet_id: spreadsheetId, sheet_id: sheetId }: Snapshot) => ({ spreadsheetId, sheetId });

/** Retries once: the source of a revision may be shrunk while it is read. */
const retryOnce = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    return work();
  });
