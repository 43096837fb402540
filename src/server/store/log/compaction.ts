import type { Column } from '../../../contract/rows';
import { readBlob, withBlobs } from '../../database/blobs';
import { leaveIfChanged, requireOne } from '../../database/changedMeanwhile';
import { spreadsheetLock } from '../../database/locks';
import type { Db } from '../../database/schema';
import { settingsOf } from '../../normalise/derivedTab';
import type { Base } from '../../parts';
import { Refusal } from '../../refusal';
import { repeat, type Repeated } from '../../timeLimits';
import type { ServedTabs } from '../memory/servedTabs';
import { readStoredTab } from './driveLog';

/** A log that changes fewer rows is not worth folding, however small its tab. */
const FEWEST = 1_000;

/** Part of a tab's rows: all of them are gone through whenever its log is folded. */
const PART = 1 / 4;

/** A log that changes more rows is folded while it is still written to. */
const MOST_UNFOLDED = 400_000;

/** Milliseconds for which nothing has to be written to a tab before its log is folded: much at once is folded once. */
const CALM = 2_000;

/** Milliseconds after which a long log is folded although the tab is never calm. */
const PATIENCE = 60_000;

/** Milliseconds between two looks for logs that are long, and calm. */
const LOOK = 500;

/** A tab that is there and belongs to a project that is, and the spreadsheet that it is a tab of. */
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

export interface FoldingOptions extends Pick<Base, 'db' | 'workers' | 'locks' | 'events' | 'report'> {
  readonly tabs: ServedTabs;
  /** Runs work while no write is committed. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
}

/**
 * Makes logs part of the blobs of their tabs, in the background, one at a time. Workers do it; writes go on meanwhile. The log goes when
 * no cursor asks for it any more (`history.ts`).
 */
export class Folding {
  readonly #ending = new AbortController();
  /** By tab whose log is long: since when it has been, and when it last grew (`performance.now()`). */
  readonly #long = new Map<string, { readonly since: number; readonly grewAt: number }>();
  readonly #looking: Repeated;

  constructor(private readonly options: FoldingOptions) {
    this.#looking = repeat(LOOK, () => this.#foldCalm(), options.report);
  }

  /** Hears that a log has grown; folds it when it is long. @param pending rows that it changes */
  grown(tabId: string, pending: number, rows: number): void {
    if (pending < Math.min(MOST_UNFOLDED, Math.max(FEWEST, rows * PART))) return;
    const now = performance.now();
    // One that is too long does not wait until its tab is calm: it is folded at the next look.
    const since = pending >= MOST_UNFOLDED ? -Infinity : (this.#long.get(tabId)?.since ?? now);
    this.#long.set(tabId, { since, grewAt: now });
  }

  /** Folds a tab's log now, however short. */
  async fold(tabId: string): Promise<void> {
    const { db, locks } = this.options;
    const found = await findFoldable(db, tabId);
    if (found === undefined) return;
    await locks.exclusive(spreadsheetLock({ id: found.owner_id }, found.spreadsheet_id), async () => {
      const tab = await findFoldable(db, tabId);
      // Where another sync has published in between, the log is whole, so it is folded another time.
      if (tab !== undefined) await leaveIfChanged(() => this.#foldNow(tab));
    });
  }

  /** Ends the fold under way, which leaves everything as it was. */
  async close(): Promise<void> {
    this.#ending.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
    await this.#looking.end();
  }

  /** Makes what was written part of the drive's raw tab and of the endpoint's rows. */
  async #foldNow(tab: FoldableTab): Promise<void> {
    const { db, workers, between } = this.options;
    const stored = await readStoredTab(db, tab.spreadsheet_id, tab.sheet_id);
    if (stored === undefined || stored.log.length === 0) return;
    const settings = { ...settingsOf(tab), known: JSON.parse(tab.columns) as Column[] };
    const log = stored.log.map((text) => Buffer.from(text));
    const input = { raw: await readBlob(db, stored.rawBlob), log, settings };
    const folded = await workers.run('foldLog', input, { signal: this.#ending.signal, transferInput: true });
    const { columns, warnings, packed } = folded.derived;
    await withBlobs(db, async (write) => {
      const [raw, snapshot] = [await write(folded.raw), await write(packed)];
      const rows = { snapshot_blob: snapshot, snapshot_sequence: stored.sequence, derived_from: raw };
      const made = { ...rows, columns: JSON.stringify(columns), warnings: JSON.stringify(warnings) };
      await between(async () => {
        await this.#publish(tab, stored, made);
        this.#adopt(tab, snapshot, stored.changes);
      });
    });
  }

  /**
   * One small transaction: from then on the log begins behind what both blobs hold. It takes rows in the order in which writes take
   * them (`databaseLog.ts`): those of other servers, which go on meanwhile, would otherwise wait for it, and it for them.
   */
  #publish(
    { id, spreadsheet_id, sheet_id, snapshot_blob }: FoldableTab,
    { rawBlob, sequence }: { readonly rawBlob: string; readonly sequence: number },
    made: { readonly derived_from: string } & Partial<FoldableTab>,
  ): Promise<void> {
    return this.options.db.transaction().execute(async (trx) => {
      const ofTab = trx.updateTable('project_tabs').set({ ...made, raw_sequence: sequence });
      requireOne(await ofTab.where((eb) => eb.and({ id, snapshot_blob })).executeTakeFirst());
      const ofDrive = trx.updateTable('drive_tabs').set({ raw_blob: made.derived_from, raw_sequence: sequence });
      const planned = { spreadsheet_id, sheet_id, raw_blob: rawBlob };
      requireOne(await ofDrive.where((eb) => eb.and(planned)).executeTakeFirst());
    });
  }

  /** The served copy holds these very rows: it goes on under the new name. @param changes rows that the folded log had changed */
  #adopt(tab: FoldableTab, snapshot: string, changes: number) {
    const { tabs, events } = this.options;
    const state = tabs.peek({ id: tab.id, snapshot: tab.snapshot_blob })?.state;
    tabs.adopt(tab.id, tab.snapshot_blob, snapshot);
    if (state !== undefined) {
      state.snapshot = snapshot;
      state.pending = Math.max(0, state.pending - changes);
    }
    events.projectChanged.emit(tab.project_id);
  }

  /** Folds logs that have not grown for a while, or have been long for too long, one after the other. */
  async #foldCalm(): Promise<void> {
    for (const [tabId, { since, grewAt }] of this.#long) {
      if (this.#ending.signal.aborted) return;
      const now = performance.now();
      if (now - grewAt < CALM && now - since < PATIENCE) continue;
      this.#long.delete(tabId);
      await this.fold(tabId).catch((error: unknown) => this.#failed(tabId, error));
    }
  }

  /** A fold that fails leaves the log as it is; the next one takes it. Where no worker was free, that is soon. */
  #failed(tabId: string, error: unknown) {
    if (this.#ending.signal.aborted) return;
    const now = performance.now();
    if (error instanceof Refusal && error.code === 'busy') this.#long.set(tabId, { since: now, grewAt: now });
    else this.options.report(error);
  }
}
