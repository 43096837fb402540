import type { Column } from '../../../contract/rows';
import { readBlob, withBlobs } from '../../database/blobs';
import { leaveIfChanged, requireOne } from '../../database/optimisticLocking';
import { spreadsheetLock } from '../../database/locks';
import type { Db } from '../../database/schema';
import { settingsOf } from '../../normalise/derivedTab';
import type { Base } from '../../parts';
import { Refusal } from '../../refusal';
import { repeat, type Repeated } from '../../timeLimits';
import type { LogSize, ServedTab } from '../memory/engine';
import type { ServedTabs } from '../memory/servedTabs';
import { packLog } from './compactRaw';
import { readStoredTab, shorterBy } from './driveLog';

/** Minimum size of a log that is worth folding, however small its tab. */
const MIN: LogSize = { changes: 1_000, characters: 4 * 1024 ** 2 };

/** Minimum share of a tab's rows that a log has to change, or of its size that it has to have, as folding reads all of them. */
const MIN_SHARE = 1 / 4;

/** Size from which a log is folded even during writes: whoever loads the tab holds its log in memory. */
const MAX_UNFOLDED: LogSize = { changes: 400_000, characters: 64 * 1024 ** 2 };

/** Milliseconds without a write to a tab before its log is folded, so that a burst of writes is folded once. */
const CALM_MS = 2_000;

/** Maximum milliseconds a long log waits for its tab to be calm. */
const MAX_WAIT_MS = 60_000;

/** Milliseconds between two checks for logs to fold. */
const POLL_MS = 500;

/** Finds an existing tab of an existing project, and its spreadsheet. */
const findFoldable = (db: Db, tabId: string) =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .selectAll('tab')
    .select(['project.owner_id', 'project.sheet_id as spreadsheet_id'])
    .where('tab.id', '=', tabId)
    .where('tab.gone_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();

type FoldableTab = NonNullable<Awaited<ReturnType<typeof findFoldable>>>;

interface CompactionOptions extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly tabs: ServedTabs;
  /** Runs work while no write is committed. */
  readonly betweenCommits: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Folds logs into the blobs of their tabs, in the background, one at a time. Workers do the folding, and writes continue meanwhile.
 * Log entries are deleted when no cursor needs them (`history.ts`).
 */
export class Compaction {
  readonly #abort = new AbortController();
  /** By id of its tab: when a log became long, and when it last grew (`performance.now()`). */
  readonly #longLogs = new Map<string, { readonly since: number; readonly grewAt: number }>();
  readonly #polling: Repeated;

  constructor(private readonly options: CompactionOptions) {
    this.#polling = repeat(POLL_MS, () => this.#foldCalm(), options.report);
  }

  /** Schedules a fold if the log is long enough. */
  onLogGrowth(tabId: string, { changes, characters }: LogSize, { rows, bytes }: ServedTab): void {
    const isMax = changes >= MAX_UNFOLDED.changes || characters >= MAX_UNFOLDED.characters;
    const hasManyChanges = changes >= Math.max(MIN.changes, rows * MIN_SHARE);
    const isLarge = characters >= Math.max(MIN.characters, bytes * MIN_SHARE);
    if (!isMax && !hasManyChanges && !isLarge) return;
    const now = performance.now();
    // A log above the maximum does not wait for calm: the next check folds it.
    const since = isMax ? -Infinity : (this.#longLogs.get(tabId)?.since ?? now);
    this.#longLogs.set(tabId, { since, grewAt: now });
  }

  /** Folds a tab's log now, whatever its length. */
  async fold(tabId: string): Promise<void> {
    const { db, locks } = this.options;
    const found = await findFoldable(db, tabId);
    if (found === undefined) return;
    await locks.exclusive(spreadsheetLock({ id: found.owner_id }, found.spreadsheet_id), async () => {
      const tab = await findFoldable(db, tabId);
      // If another sync has published in between, the log is intact and is folded later.
      if (tab !== undefined) await leaveIfChanged(() => this.#foldNow(tab));
    });
  }

  /** Aborts the current fold, which leaves the log as it was. */
  async close(): Promise<void> {
    this.#abort.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
    await this.#polling.end();
  }

  /** Folds the log into the drive's raw tab and derives the endpoint's rows. */
  async #foldNow(tab: FoldableTab): Promise<void> {
    const { db, workers, betweenCommits } = this.options;
    const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
    if (stored === undefined || stored.log.length === 0) return;
    const settings = { ...settingsOf(tab), known: JSON.parse(tab.columns) as Column[] };
    const input = { raw: await readBlob(db, stored.rawBlob), log: packLog(stored.log), settings };
    const folded = await workers.run('compactLog', input, { signal: this.#abort.signal, transferInput: true });
    const { columns, warnings, packed } = folded.derived;
    await withBlobs(db, async (write) => {
      const foldedColumns = {
        raw_blob: await write(folded.raw),
        snapshot_blob: await write(packed),
        snapshot_sequence: stored.sequence,
        columns: JSON.stringify(columns),
        warnings: JSON.stringify(warnings),
      };
      await betweenCommits(async () => {
        await this.#publish(tab, stored, foldedColumns);
        this.#adopt(tab, foldedColumns.snapshot_blob, stored);
      });
    });
  }

  /**
   * Publishes both blobs in one short transaction; the log begins after them from then on. Rows are locked in the same order as by
   * writes (`databaseLog.ts`), which other servers continue to commit: any other order could deadlock.
   */
  #publish(
    { id, spreadsheet_id, sheet_id, snapshot_blob }: FoldableTab,
    { rawBlob, sequence }: { readonly rawBlob: string; readonly sequence: number },
    foldedColumns: { readonly raw_blob: string } & Partial<FoldableTab>,
  ): Promise<void> {
    return this.options.db.transaction().execute(async (trx) => {
      const projectTab = await trx
        .updateTable('project_tabs')
        .set({ ...foldedColumns, raw_sequence: sequence })
        .where('id', '=', id)
        .where('snapshot_blob', '=', snapshot_blob)
        .executeTakeFirst();
      requireOne(projectTab);
      const driveTab = await trx
        .updateTable('drive_tabs')
        .set({ raw_blob: foldedColumns.raw_blob, raw_sequence: sequence })
        .where('spreadsheet_id', '=', spreadsheet_id)
        .where('sheet_id', '=', sheet_id)
        .where('raw_blob', '=', rawBlob)
        .executeTakeFirst();
      requireOne(driveTab);
    });
  }

  /** Renames the tab in memory to the new snapshot, which has the same rows. @param folded size of the folded log */
  #adopt(tab: FoldableTab, snapshot: string, folded: LogSize) {
    const { tabs, events } = this.options;
    const state = tabs.peek({ id: tab.id, snapshot: tab.snapshot_blob })?.state;
    tabs.rename(tab.id, tab.snapshot_blob, snapshot);
    if (state !== undefined) {
      state.snapshot = snapshot;
      state.pending = shorterBy(state.pending, folded);
    }
    events.projectChanged.emit(tab.project_id);
  }

  /** Folds the logs of calm tabs, and logs that have waited too long, one after the other. */
  async #foldCalm(): Promise<void> {
    for (const [tabId, { since, grewAt }] of this.#longLogs) {
      if (this.#abort.signal.aborted) return;
      const now = performance.now();
      if (now - grewAt < CALM_MS && now - since < MAX_WAIT_MS) continue;
      this.#longLogs.delete(tabId);
      await this.fold(tabId).catch((error: unknown) => this.#onFailure(tabId, error));
    }
  }

  /** Reports a failed fold, which leaves the log as it was for the next one. When no worker was free, the fold is retried soon. */
  #onFailure(tabId: string, error: unknown) {
    if (this.#abort.signal.aborted) return;
    const now = performance.now();
    if (error instanceof Refusal && error.code === 'busy') this.#longLogs.set(tabId, { since: now, grewAt: now });
    else this.options.report(error);
  }
}
