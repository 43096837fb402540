import type { Kysely } from 'kysely';
import type { SyncStarter } from '../../contract/syncs';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { leasesOf } from '../nodes/leases';
import type { ProjectBeingRead } from '../projects/projectReads';
import type { AwayRefresh, Refresher } from '../refresher/refresher';
import { Refusal } from '../refusal';
import type { Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import type { Workers } from '../workers/workers';
import { lineOf, linesOf, linesWithin } from './lines';
import { notedSync } from './notedSync';
import type { RefreshEnd } from './refreshAttempt';
import { createRetiring } from './retiring';
import { createSyncMarker } from './syncMarker';
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
  /**
   * Has a project refreshed in another thread, which takes its turn among servers by itself. Whoever asks for a sync of the
   * spreadsheet meanwhile shares what that comes to.
   */
  refreshAway(project: ProjectBeingRead, away: Pick<Refresher, 'refresh'>): Promise<RefreshEnd>;
  /** Runs work while no sync of the same spreadsheet runs. */
  exclusively<T>(owner: Owner, sheetId: string, work: () => Promise<T>): Promise<T>;
  /** Removes replaced rows once no answer reads them any more. */
  retire(blobs: readonly string[]): void;
  /** Takes up the syncs that the end of a process has cut off, and that nobody is at work on. */
  recover(): Promise<void>;
  /** Ends the running syncs; the next process takes them up again. */
  close(): Promise<void>;
}

/** A sync, or what may come to one: then its end is the project. */
interface Flight<End = ProjectsTable> {
  readonly done: Promise<End>;
  /** Marks the project as syncing, or waits for the end if that is near. */
  readonly mark: () => Promise<End>;
}

/** Whoever has shared what another sync was, and has not, asks again after so many milliseconds. */
const SHARED = 1_000;

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

/** The project, where a refresh has come to a sync. @throws what it has failed with */
function syncedBy(end: RefreshEnd): ProjectsTable | undefined {
  if ('failed' in end) throw end.failed;
  return 'synced' in end ? end.synced : undefined;
}

export function createSyncs({
  db,
  workers,
  sources,
  report,
  answerMilliseconds = ANSWER_MILLISECONDS,
  lastMilliseconds = LAST_MILLISECONDS,
  inTurn = (_sheetId, work) => work(),
}: SyncsOptions): Syncs {
  const inLine = linesOf(db);
  const retiring = createRetiring(db, report);
  const flights = new Map<string, Flight<ProjectsTable | undefined>>();
  const ending = new AbortController();
  const context = { db, workers, sources, report, retire: retiring.retire };

  /** Lets others share it, until it is over. */
  function share<End extends ProjectsTable | undefined>(line: string, { done, mark }: Flight<End>): Flight<End> {
    const flight = { done: done.finally(() => flights.delete(line)), mark };
    flights.set(line, flight);
    return flight;
  }

  function start(owner: Owner, sheetId: string, afterLook = false, startedBy: SyncStarter = 'person'): Flight {
    const line = lineOf(owner, sheetId);
    const marker = createSyncMarker(db);
    const task = { owner, sheetId, afterLook, startedBy, marker, signal: ending.signal };
    const done = inLine(line, () => inTurn(sheetId, () => notedSync(context, task)));
    const flight = share(line, { done, mark: async () => (await marker.mark()) ?? done });
    flight.done.catch((error: unknown) => {
      if (!(error instanceof Refusal)) report(error);
    });
    return flight;
  }

  /** The sync that is under way, or another one, if need be once it is known that there is none. */
  function flightOf(...asked: Parameters<typeof start>): Flight {
    const [owner, sheetId] = asked;
    const shared = flights.get(lineOf(owner, sheetId));
    if (shared === undefined) return start(...asked);
    const done = shared.done.then((project) => project ?? flightOf(...asked).done);
    return { done, mark: async () => (await shared.mark()) ?? done };
  }

  return {
    sync: (...asked) => answerOf(flightOf(...asked), answerMilliseconds, lastMilliseconds),
    async refreshAway(project, away) {
      const line = lineOf({ id: project.owner_id }, project.sheet_id);
      // Whoever is at work on it brings the same rows.
      if (flights.has(line) || ending.signal.aborted) return { restsUntil: Date.now() + SHARED };
      let begin: (refresh: AwayRefresh) => void = () => undefined;
      const begun = new Promise<AwayRefresh>((resolve) => (begin = resolve));
      const mark = async () => (await begun).mark();
      const ended = linesWithin(db)(line, () => {
        const refresh = away.refresh(project);
        begin(refresh);
        return refresh.done;
      });
      share(line, { done: ended.then(syncedBy), mark }).done.catch(() => undefined);
      const late = setTimeout(() => void mark().catch(() => undefined), answerMilliseconds);
      return ended.finally(() => clearTimeout(late));
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
