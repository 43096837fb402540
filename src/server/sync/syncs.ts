import type { SyncStarter } from '../../contract/syncs';
import { spreadsheetLock } from '../database/locks';
import type { ProjectsTable } from '../database/tables/projects';
import { busy, Refusal } from '../refusal';
import type { Owner } from '../workbook/source';
import { type SyncContext, SyncMarker, syncProject } from './syncProject';
import { listSyncing } from './syncRepository';

/** A sync that takes longer goes on behind its answer. */
const ANSWER_MILLISECONDS = 5_000;

/** After this time a waiting request is answered that it takes too long: a browser gives up after ten seconds. */
const LAST_MILLISECONDS = 8_500;

export interface SyncsOptions extends SyncContext {
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
   * Refreshes the project of a spreadsheet for the schedule. Settles when the sync has ended, however long it takes; a sync that is
   * under way is shared.
   *
   * @throws Refusal as `sync`, but for `busy` after 8.5 seconds
   */
  refresh(owner: Owner, sheetId: string): Promise<ProjectsTable>;
  /** Runs work while no sync of the same spreadsheet runs. */
  exclusively<T>(owner: Owner, sheetId: string, work: () => Promise<T>): Promise<T>;
  /** Takes up the syncs that the end of a process has cut off, and that no other server works on. */
  recover(): Promise<void>;
  /** Ends the running syncs; the next process takes them up again. */
  close(): Promise<void>;
}

/** A sync that is under way. */
interface Flight {
  readonly done: Promise<ProjectsTable>;
  /** Marks the project as syncing, or waits for the end if that is near. */
  readonly mark: () => Promise<ProjectsTable>;
}

/** Why what is under way is ended. */
const stopping = () => busy('The server is stopping. Try again in a few seconds.', 5);

const inUse = () => busy('This spreadsheet is being read or written to just now. Try again in a moment.', 3);

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
  answerMilliseconds = ANSWER_MILLISECONDS,
  lastMilliseconds = LAST_MILLISECONDS,
  inTurn = (_sheetId, work) => work(),
  ...options
}: SyncsOptions): Syncs {
  const { db, report, locks } = options;
  const { exclusive } = locks;
  const flights = new Map<string, Flight>();
  const ending = new AbortController();

  function start(owner: Owner, sheetId: string, afterLook = false, startedBy: SyncStarter = 'person'): Flight {
    const line = spreadsheetLock(owner, sheetId);
    const marker = new SyncMarker(options);
    const task = { owner, sheetId, afterLook, startedBy, marker, signal: ending.signal };
    const done = exclusive(line, () => inTurn(sheetId, () => syncProject(options, task))).finally(() =>
      flights.delete(line),
    );
    const flight = { done, mark: async () => (await marker.mark()) ?? done };
    flights.set(line, flight);
    done.catch((error: unknown) => {
      // Who refreshes on schedule waits for it, and reports it.
      if (startedBy !== 'schedule' && !(error instanceof Refusal)) report(error);
    });
    return flight;
  }

  /** The sync that is under way, or a new one. */
  const flightOf = (...asked: Parameters<typeof start>): Flight =>
    flights.get(spreadsheetLock(asked[0], asked[1])) ?? start(...asked);

  return {
    sync: (...asked) => answerOf(flightOf(...asked), answerMilliseconds, lastMilliseconds),
    async refresh(owner, sheetId) {
      const { done, mark } = flightOf(owner, sheetId, false, 'schedule');
      const late = setTimeout(() => void mark().catch(() => undefined), answerMilliseconds);
      return done.finally(() => clearTimeout(late));
    },
    exclusively: (owner, sheetId, work) => exclusive(spreadsheetLock(owner, sheetId), work),
    async recover() {
      for (const { owner_id, sheet_id } of await listSyncing(db)) {
        if (ending.signal.aborted) return;
        const line = spreadsheetLock({ id: owner_id }, sheet_id);
        if (flights.has(line) || (await locks.leases?.isHeld(line))) continue;
        await start({ id: owner_id }, sheet_id).done.catch(() => undefined);
      }
    },
    async close() {
      ending.abort(stopping());
      await Promise.allSettled([...flights.values()].map(({ done }) => done));
    },
  };
}
