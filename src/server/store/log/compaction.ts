import type { Kysely } from 'kysely';
import type { Column } from '../../../contract/rows';
import { createDeferredDeletion, readBlob, withBlobs } from '../../database/blobs';
import type { ServerEvents } from '../../database/events';
import { type Locks, spreadsheetLock } from '../../database/locks';
import type { Database } from '../../database/schema';
import type { ProjectTabsTable } from '../../database/tables/projects';
import { type DerivedTab, settingsOf } from '../../normalise/deriveTab';
import { Refusal } from '../../refusal';
import type { Workers } from '../../workers/workers';
import type { ServedTabs } from '../memory/servedTabs';
import { readStoredTabAs, type StoredTab } from './driveLog';
import { stateOf } from './work';

type Db = Kysely<Database>;

export interface FoldContext {
  readonly db: Db;
  readonly workers: Workers;
  /** Runs the publishing commit at a moment when no write is committed. */
  readonly publish: (commit: () => Promise<void>, folded: Folded) => Promise<void>;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** A tab of an endpoint, and the spreadsheet that it is a tab of. */
export interface FoldableTab extends ProjectTabsTable {
  readonly owner_id: string;
  readonly spreadsheet_id: string;
}

/** What a fold has published. */
export interface Folded {
  readonly tab: FoldableTab;
  /** The snapshot that takes the place of `tab.snapshot_blob`. */
  readonly snapshot: string;
  /** Rows that the folded log had changed. */
  readonly changes: number;
  /** Blobs that were replaced. */
  readonly replaced: readonly string[];
}

/** A tab that is there and belongs to a project that is. */
export const findFoldable = (db: Db, tabId: string): Promise<FoldableTab | undefined> =>
  db
    .selectFrom('project_tabs as tab')
    .innerJoin('projects as project', 'project.id', 'tab.project_id')
    .selectAll('tab')
    .select(['project.owner_id', 'project.sheet_id as spreadsheet_id'])
    .where('tab.id', '=', tabId)
    .where('tab.gone_at', 'is', null)
    .where('project.deleted_at', 'is', null)
    .executeTakeFirst();

interface Publication {
  readonly tab: FoldableTab;
  readonly stored: StoredTab<Buffer>;
  readonly raw: string;
  readonly snapshot: string;
  readonly derived: DerivedTab;
}

/** Thrown where somebody else has published in between; the log is whole, so it is folded another time. */
class Overtaken extends Error {}

async function publishRaw(trx: Db, { tab, stored, raw }: Publication) {
  const { numUpdatedRows } = await trx
    .updateTable('drive_tabs')
    .set({ raw_blob: raw, raw_sequence: stored.sequence })
    .where('spreadsheet_id', '=', tab.spreadsheet_id)
    .where('sheet_id', '=', tab.sheet_id)
    .where('raw_blob', '=', stored.rawBlob)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Overtaken();
}

async function publishSnapshot(trx: Db, { tab, stored, raw, snapshot, derived }: Publication) {
  const { numUpdatedRows } = await trx
    .updateTable('project_tabs')
    .set({
      snapshot_blob: snapshot,
      snapshot_sequence: stored.sequence,
      derived_from: raw,
      raw_sequence: stored.sequence,
      columns: JSON.stringify(derived.columns),
      warnings: JSON.stringify(derived.warnings),
    })
    .where('id', '=', tab.id)
    .where('snapshot_blob', '=', tab.snapshot_blob)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Overtaken();
}

/**
 * One small transaction: from then on the log begins behind what both blobs hold. It takes rows in the order in which writes take
 * them (`databaseLog.ts`): those of other servers, which go on meanwhile, would otherwise wait for it, and it for them.
 */
const commit = (db: Db, publication: Publication) =>
  db.transaction().execute(async (trx) => {
    await publishSnapshot(trx, publication);
    await publishRaw(trx, publication);
  });

/**
 * Makes what was written to a tab part of its blobs: of the drive's raw tab and of the endpoint's rows. The work is done by a
 * worker; writes go on meanwhile. The log goes when no cursor asks for it any more (`history.ts`).
 *
 * @returns undefined when there is nothing to fold, or somebody else has published in between
 */
export async function foldTab(context: FoldContext, tab: FoldableTab): Promise<Folded | undefined> {
  const { db, workers, signal } = context;
  const stored = await readStoredTabAs(db, tab.spreadsheet_id, tab.sheet_id, (text) => Buffer.from(text));
  if (stored === undefined || stored.log.length === 0) return undefined;
  const settings = { ...settingsOf(tab), known: JSON.parse(tab.columns) as Column[] };
  const input = { raw: await readBlob(db, stored.rawBlob), log: stored.log, settings };
  const { raw, derived } = await workers.run('foldLog', input, { signal, givesAway: true });
  try {
    return await withBlobs(db, async (write) => {
      const publication = { tab, stored, derived, raw: await write(raw), snapshot: await write(derived.packed) };
      const { snapshot } = publication;
      const folded = { tab, snapshot, changes: stored.changes, replaced: [stored.rawBlob, tab.snapshot_blob] };
      await context.publish(() => commit(db, publication), folded);
      return folded;
    });
  } catch (error) {
    if (error instanceof Overtaken) return undefined;
    throw error;
  }
}

/** A log that changes fewer rows is not worth folding, however small its tab. */
const FEWEST = 1_000;

/** Part of a tab's rows: all of them are gone through whenever its log is folded. */
const PART = 1 / 4;

/** A log that changes more rows is folded while it is still written to. */
const MOST_UNFOLDED = 400_000;

/** Milliseconds until a fold that found no worker free is tried again. */
const LATER = 5_000;

/** Milliseconds for which nothing has to be written to a tab before its log is folded: much at once is folded once. */
const CALM = 2_000;

/** Milliseconds after which a long log is folded although the tab is never calm. */
const PATIENCE = 60_000;

/** Whether a log is long enough to be folded. */
export const isLong = (pending: number, rows: number) =>
  pending >= Math.min(MOST_UNFOLDED, Math.max(FEWEST, rows * PART));

export interface FoldingOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly locks: Locks;
  readonly events: ServerEvents;
  readonly tabs: ServedTabs;
  readonly report: (error: unknown) => void;
  /** Runs work while no write is committed. */
  readonly between: (work: () => Promise<void>) => Promise<void>;
}

/** Folds logs in the background, one at a time. */
export interface Folding {
  /** Hears that a log has grown; folds it when it is long. */
  readonly grown: (tabId: string, pending: number, rows: number) => void;
  /** Folds a tab's log now, however short. */
  readonly fold: (tabId: string) => Promise<void>;
  /** Ends the fold under way, which leaves everything as it was. */
  readonly close: () => Promise<void>;
}

export function createFolding({ db, workers, locks, events, tabs, report, between }: FoldingOptions): Folding {
  const ending = new AbortController();
  const deletion = createDeferredDeletion(db, report);
  const asked = new Set<string>();
  /** By tab: what waits for it to be calm. */
  const waiting = new Map<string, { readonly timer: NodeJS.Timeout; readonly since: number }>();
  let running = Promise.resolve();

  /** The served copy holds these very rows: it goes on under the new name. */
  function adopt({ tab, snapshot, changes }: Folded) {
    const served = tabs.peek({ id: tab.id, snapshot: tab.snapshot_blob });
    const state = served && stateOf(served);
    tabs.adopt(tab.id, tab.snapshot_blob, snapshot);
    if (state !== undefined) {
      state.snapshot = snapshot;
      state.pending = Math.max(0, state.pending - changes);
    }
    events.projectChanged.emit(tab.project_id);
  }

  const publish = (commit: () => Promise<void>, folded: Folded) =>
    between(async () => {
      await commit();
      adopt(folded);
    });

  async function fold(tabId: string) {
    const found = await findFoldable(db, tabId);
    if (found === undefined) return;
    await locks.exclusive(spreadsheetLock({ id: found.owner_id }, found.spreadsheet_id), async () => {
      const tab = await findFoldable(db, tabId);
      const folded = tab && (await foldTab({ db, workers, publish, signal: ending.signal }, tab));
      if (folded !== undefined) deletion.later(folded.replaced);
    });
  }

  /** A fold that fails leaves the log as it is; the next one takes it. */
  async function foldQuietly(tabId: string) {
    try {
      await fold(tabId);
    } catch (error) {
      if (ending.signal.aborted) return;
      if (error instanceof Refusal && error.code === 'busy') setTimeout(() => ask(tabId), LATER).unref();
      else report(error);
    }
  }

  function ask(tabId: string) {
    if (asked.has(tabId) || ending.signal.aborted) return;
    asked.add(tabId);
    running = running.then(async () => {
      if (!ending.signal.aborted) await foldQuietly(tabId);
      asked.delete(tabId);
    });
  }

  function askWhenCalm(tabId: string) {
    const known = waiting.get(tabId);
    if (known !== undefined) {
      if (performance.now() - known.since < PATIENCE) known.timer.refresh();
      return;
    }
    const timer = setTimeout(() => {
      waiting.delete(tabId);
      ask(tabId);
    }, CALM).unref();
    waiting.set(tabId, { timer, since: performance.now() });
  }

  return {
    grown(tabId, pending, rows) {
      if (pending >= MOST_UNFOLDED) ask(tabId);
      else if (isLong(pending, rows)) askWhenCalm(tabId);
    },
    fold,
    async close() {
      ending.abort(new Refusal('busy', 'The server is stopping. Try again in a few seconds.'));
      deletion.close();
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await running;
    },
  };
}
