import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ServedTabs } from '../endpoints/engine/servedTabs';
import { tellProjectChanged } from '../projects/projectNews';
import { Refusal } from '../refusal';
import { lineOf, linesOf } from '../sync/lines';
import { createRetiring } from '../sync/retiring';
import type { Workers } from '../workers/workers';
import { findFoldable, type Folded, foldTab } from './foldTab';
import { stateOf } from './tabState';

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

export function createFolding({ db, workers, tabs, report, between }: FoldingOptions): Folding {
  const inLine = linesOf(db);
  const ending = new AbortController();
  const retiring = createRetiring(db, report);
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
    tellProjectChanged(db, tab.project_id);
  }

  const publish = (commit: () => Promise<void>, folded: Folded) =>
    between(async () => {
      await commit();
      adopt(folded);
    });

  async function fold(tabId: string) {
    const found = await findFoldable(db, tabId);
    if (found === undefined) return;
    await inLine(lineOf({ id: found.owner_id }, found.spreadsheet_id), async () => {
      const tab = await findFoldable(db, tabId);
      const folded = tab && (await foldTab({ db, workers, publish, signal: ending.signal }, tab));
      if (folded !== undefined) retiring.retire(folded.replaced);
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
      retiring.close();
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await running;
    },
  };
}
