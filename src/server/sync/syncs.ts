import type { Kysely } from 'kysely';
import type { SyncStarter } from '../../contract/syncs';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { leasesOf } from '../nodes/leases';
import { Refusal } from '../refusal';
import type { Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import type { Workers } from '../workers/workers';
import { lineOf, linesOf } from './lines';
import { notedSync } from './notedSync';
import { createRetiring } from './retiring';
import { createSyncMarker } from './syncMarker';
import { listSyncing } from './syncRepository';

/** A sync that takes longer goes on behind its answer. */
const ANSWER_MILLISECONDS = 5_000;

interface SyncsOptions {
  readonly db: Kysely<Database>;
  readonly workers: Workers;
  readonly sources: Sources;
  /** Told of what went wrong when nobody waits for it any more. */
  readonly report: (error: unknown) => void;
  readonly answerMilliseconds?: number;
  /** Does work about a spreadsheet while no other server does. */
  readonly inTurn?: <T>(sheetId: string, work: () => Promise<T>) => Promise<T>;
}

/** The syncs of this process: one at a time for each person's spreadsheet, shared by all who ask meanwhile. */
export interface Syncs {
  /**
   * Makes the project of a spreadsheet, or refreshes it. Answers within five seconds, if need be with status `syncing`.
   *
   * @param afterLook whether what a check has just read is good enough
   * @param startedBy who or what the history names; the person unless told
   * @throws Refusal `source_…` and what else keeps the spreadsheet from being read
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

const stopping = () =>
  new Refusal('busy', 'The server is stopping. Try again in a few seconds.', { headers: { 'Retry-After': '5' } });

/** The flight's end, or its mark when the time is up first. */
async function answerOf({ done, mark }: Flight, milliseconds: number): Promise<ProjectsTable> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  try {
    return await Promise.race([done, late.then(mark)]);
  } finally {
    clearTimeout(timer);
  }
}

export function createSyncs({
  db,
  workers,
  sources,
  report,
  answerMilliseconds = ANSWER_MILLISECONDS,
  inTurn = (_sheetId, work) => work(),
}: SyncsOptions): Syncs {
  const inLine = linesOf(db);
  const retiring = createRetiring(db, report);
  const flights = new Map<string, Flight>();
  const ending = new AbortController();
  const context = { db, workers, sources, report, retire: retiring.retire };

  function start(owner: Owner, sheetId: string, afterLook = false, startedBy: SyncStarter = 'person'): Flight {
    const key = lineOf(owner, sheetId);
    const marker = createSyncMarker(db);
    const task = { owner, sheetId, afterLook, startedBy, marker, signal: ending.signal };
    const done = inLine(key, () => inTurn(sheetId, () => notedSync(context, task))).finally(() => flights.delete(key));
    const flight = { done, mark: async () => (await marker.mark()) ?? done };
    flights.set(key, flight);
    done.catch((error: unknown) => {
      if (!(error instanceof Refusal)) report(error);
    });
    return flight;
  }

  return {
    sync: (owner, sheetId, afterLook, startedBy) =>
      answerOf(flights.get(lineOf(owner, sheetId)) ?? start(owner, sheetId, afterLook, startedBy), answerMilliseconds),
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
