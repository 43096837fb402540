import type { Kysely } from 'kysely';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { SyncStarter } from '../../contract/syncs';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { leasesOf } from '../nodes/leases';
import type { AwaySync, Refresher } from '../refresher/refresher';
import { Refusal } from '../refusal';
import type { Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import type { Workers } from '../workers/workers';
import { lineOf, linesOf } from './lines';
import { notedSync } from './notedSync';
import { createRetiring } from './retiring';
import { createSyncMarker } from './syncMarker';
import type { SyncTask } from './syncProject';
import { listSyncing } from './syncRepository';

/** A sync that takes longer goes on behind its answer. */
const ANSWER_MILLISECONDS = 5_000;

/** Whoever waits for longer than that is told so: a browser gives up after ten seconds. */
const LAST_MILLISECONDS = 8_500;

export interface SyncsOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly sources: Sources;
  /** Told of what went wrong when nobody waits for it any more. */
  readonly report: (error: unknown) => void;
  readonly answerMilliseconds?: number;
  /** After which there is an answer in any case. */
  readonly lastMilliseconds?: number;
  /** Does work about a spreadsheet while no other server does. */
  readonly inTurn?: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
  /** Does the syncs of Google's spreadsheets that the clock asks for, so that the event loop need not. */
  readonly refresher?: Pick<Refresher, 'sync'>;
}

/** The syncs of this process: one at a time for each person's spreadsheet, shared by all who ask meanwhile. */
export interface Syncs {
  /**
   * Makes the project of a spreadsheet, or refreshes it. Answers within five seconds, if need be with status `syncing`; where
   * it is not known by then what it is about, as others read or write the same spreadsheet, or its host is slow, within 8.5.
   *
   * @param afterLook whether what a check has just read is good enough
   * @param startedBy who or what the history names; the person unless told
   * @throws Refusal `source_…` and what else keeps the spreadsheet from being read; `busy` while others read or write it
   */
  sync(owner: Owner, sheetId: string, afterLook?: boolean, startedBy?: SyncStarter): Promise<ProjectsTable>;
  /** Runs work while no sync of the same spreadsheet runs. */
  exclusively<T>(owner: Owner, sheetId: string, work: () => Promise<T>): Promise<T>;
  /** Removes replaced rows once no answer reads them any more. */
  retire(blobs: readonly string[]): void;
  /** Takes up the syncs that the end of a process has cut off, and that nobody is at work on. */
  recover(): Promise<void>;
  /** Ends the running syncs; the next process takes them up again. */
  close(): Promise<void>;
}

interface Flight {
  readonly done: Promise<ProjectsTable>;
  /** Marks the project as syncing, or waits for the end if that is near. */
  readonly mark: () => Promise<ProjectsTable>;
}

/** What is to be synced, and for whom. */
type Asked = Pick<SyncTask, 'owner' | 'sheetId' | 'afterLook' | 'startedBy'>;

/** Why what is under way is ended. */
export const stopping = () =>
  new Refusal('busy', 'The server is stopping. Try again in a few seconds.', { headers: { 'Retry-After': '5' } });

const inUse = () =>
  new Refusal('busy', 'This spreadsheet is being read or written to just now. Try again in a moment.', {
    headers: { 'Retry-After': '3' },
  });

/** The flight's end, or its mark when the first time is up; a refusal when the last one is. */
async function answerOf({ done, mark }: Flight, first: number, last: number): Promise<ProjectsTable> {
  const timers: NodeJS.Timeout[] = [];
  const after = (milliseconds: number) =>
    new Promise<void>((resolve) => timers.push(setTimeout(resolve, milliseconds)));
  const over = after(last).then(() => Promise.reject(inUse()));
  try {
    return await Promise.race([done, after(first).then(mark), over]);
  } finally {
    timers.forEach(clearTimeout);
  }
}

export function createSyncs({
  db,
  workers,
  sources,
  report,
  answerMilliseconds = ANSWER_MILLISECONDS,
  lastMilliseconds = LAST_MILLISECONDS,
  inTurn = (_sheetId, work) => work(),
  refresher,
}: SyncsOptions): Syncs {
  const inLine = linesOf(db);
  const retiring = createRetiring(db, report);
  const flights = new Map<string, Flight>();
  const ending = new AbortController();
  const context = { db, workers, sources, report, retire: retiring.retire };

  /** In this thread. */
  function syncHere(asked: Asked): Flight {
    const { owner, sheetId } = asked;
    const marker = createSyncMarker(db);
    const task = { ...asked, marker, signal: ending.signal };
    const done = inLine(lineOf(owner, sheetId), () => inTurn(sheetId, () => notedSync(context, task)));
    return { done, mark: async () => (await marker.mark()) ?? done };
  }

  /** In the thread that refreshes, which takes its turn among servers by itself. */
  function syncAway({ owner, sheetId }: Asked, away: Pick<Refresher, 'sync'>): Flight {
    let begin: (flight: AwaySync) => void = () => undefined;
    const begun = new Promise<AwaySync>((resolve) => (begin = resolve));
    const done = inLine(lineOf(owner, sheetId), async () => {
      const flight = await away.sync(owner, sheetId, ending.signal);
      begin(flight);
      return flight.done;
    });
    return { done, mark: async () => (await (await begun).mark()) ?? done };
  }

  function start(owner: Owner, sheetId: string, afterLook = false, startedBy: SyncStarter = 'person'): Flight {
    const key = lineOf(owner, sheetId);
    const asked = { owner, sheetId, afterLook, startedBy };
    const isAway = refresher !== undefined && startedBy === 'schedule' && !isDriveSheetId(sheetId);
    const begun = isAway ? syncAway(asked, refresher) : syncHere(asked);
    const done = begun.done.finally(() => flights.delete(key));
    const flight = { ...begun, done };
    flights.set(key, flight);
    done.catch((error: unknown) => {
      if (!(error instanceof Refusal)) report(error);
    });
    return flight;
  }

  return {
    sync(owner, sheetId, afterLook, startedBy) {
      const flight = flights.get(lineOf(owner, sheetId)) ?? start(owner, sheetId, afterLook, startedBy);
      return answerOf(flight, answerMilliseconds, lastMilliseconds);
    },
    exclusively: (owner, sheetId, work) => inLine(lineOf(owner, sheetId), work),
    retire: retiring.retire,
    async recover() {
      for (const { owner_id, sheet_id } of await listSyncing(db)) {
        if (ending.signal.aborted) return;
        const line = lineOf({ id: owner_id }, sheet_id);
        if (flights.has(line) || (await leasesOf(db)?.isHeld(line))) continue;
        await start({ id: owner_id }, sheet_id).done.catch(() => undefined);
      }
    },
    async close() {
      ending.abort(stopping());
      retiring.close();
      await Promise.allSettled([...flights.values()].map(({ done }) => done));
    },
  };
}
