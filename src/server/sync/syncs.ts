import type { SyncStarter } from '../../contract/syncs';
import { spreadsheetLock } from '../database/locks';
import type { ProjectsTable } from '../database/tables/projects';
import { busy, Refusal } from '../refusal';
import type { Owner } from '../workbook/source';
import { type SyncContext, SyncMarker, syncProject } from './syncProject';
import { listSyncing } from './syncRepository';

/** Milliseconds after which a request gets a response while its sync continues. */
const RESPONSE_MS = 5_000;

/** Maximum milliseconds that a request waits: a browser gives up after ten seconds. */
const MAX_WAIT_MS = 8_500;

/**
 * Runs work about a spreadsheet while no other server does.
 *
 * @param work gets what to call before it reads the spreadsheet, which throws a Refusal if it cannot be read now
 */
export type InTurn = <T>(sheetId: string, work: (settle: () => Promise<void>) => Promise<T>) => Promise<T>;

export interface SyncsOptions extends SyncContext {
  /** Milliseconds after which a request gets the project as it is, while its sync continues. */
  readonly softTimeoutMs?: number;
  /** Milliseconds after which a request is refused in any case. */
  readonly responseTimeoutMs?: number;
  readonly inTurn?: InTurn;
}

/** A sync in flight. */
interface Flight {
  readonly done: Promise<ProjectsTable>;
  /** Marks the project as syncing, or waits for the end if that is near. */
  readonly mark: () => Promise<ProjectsTable>;
  /** Whether it creates the project if there is none. */
  readonly creates: boolean;
  /** Whether it may have read the spreadsheet already; before, it waits for other work on it. */
  hasBegun: boolean;
}

/** Options of a requested sync. */
interface SyncOptions {
  /** Whether a recent read by a check may be reused; false by default. */
  readonly reuseCheck?: boolean;
  /** Author in the history; the person by default. */
  readonly startedBy?: SyncStarter;
}

/** A requested sync. */
interface SyncRequest extends SyncOptions {
  /** Whether the spreadsheet has to be read after this moment; otherwise a sync in flight is shared. */
  readonly isFresh?: boolean;
  /** Whether the project is created if there is none; false by default. */
  readonly creates?: boolean;
}

/** Reason of an abort at shutdown. */
const stopping = () => busy('The server is stopping. Try again in a few seconds.', 5);

const inUse = () => busy('This spreadsheet is being read or written to just now. Try again in a moment.', 3);

/**
 * Returns the finished project, or after the soft timeout the project that is marked as syncing.
 *
 * @throws Refusal `busy` after the response timeout
 */
async function projectOf(
  { done, mark }: Flight,
  softTimeoutMs: number,
  responseTimeoutMs: number,
): Promise<ProjectsTable> {
  const timers: NodeJS.Timeout[] = [];
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      timers.push(setTimeout(resolve, milliseconds));
    });
  const marked = wait(softTimeoutMs).then(mark);
  const timedOut = wait(responseTimeoutMs).then(() => Promise.reject(inUse()));
  try {
    return await Promise.race([done, marked, timedOut]);
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** Creates the syncs of this process: one at a time per person and spreadsheet, shared by concurrent requests. */
export function createSyncs({
  softTimeoutMs = RESPONSE_MS,
  responseTimeoutMs = MAX_WAIT_MS,
  inTurn = (_sheetId, work) => work(async () => undefined),
  ...options
}: SyncsOptions) {
  const { db, report, locks } = options;
  const { exclusive } = locks;
  const flights = new Map<string, Flight>();
  const abort = new AbortController();

  /** @param previous the sync of the same spreadsheet that this one waits for */
  function start(owner: Owner, sheetId: string, request: SyncRequest, previous?: Flight): Flight {
    const { reuseCheck = false, startedBy = 'person', creates = false } = request;
    const lockKey = spreadsheetLock(owner, sheetId);
    const marker = new SyncMarker(options);
    const task = { owner, sheetId, reuseCheck, startedBy, creates, marker, signal: abort.signal };
    const done = exclusive(lockKey, () => {
      flight.hasBegun = true;
      return inTurn(sheetId, (settle) => syncProject(options, { ...task, settle }));
    }).finally(() => {
      if (flights.get(lockKey) === flight) flights.delete(lockKey);
    });
    const mark = async () => (await marker.mark()) ?? done;
    const flight: Flight = {
      done,
      // While it waits for the sync before it, that one marks the project.
      mark: () => (flight.hasBegun || previous === undefined ? mark() : previous.mark()),
      creates,
      hasBegun: false,
    };
    flights.set(lockKey, flight);
    done.catch((error: unknown) => {
      // A scheduled refresh awaits the sync and reports its errors.
      if (startedBy !== 'schedule' && !(error instanceof Refusal)) report(error);
    });
    return flight;
  }

  /**
   * Returns the sync in flight, or starts one: also if the one in flight may be of a project that was deleted meanwhile, or may have
   * read the spreadsheet before the caller's last change.
   */
  function flightOf(owner: Owner, sheetId: string, request: SyncRequest): Flight {
    const flight = flights.get(spreadsheetLock(owner, sheetId));
    const isFreshEnough = request.isFresh !== true || flight?.hasBegun === false;
    const isShared = flight !== undefined && isFreshEnough && (flight.creates || request.creates !== true);
    return isShared ? flight : start(owner, sheetId, request, flight);
  }

  const respond = (flight: Flight) => projectOf(flight, softTimeoutMs, responseTimeoutMs);

  return {
    /**
     * Creates the project of a spreadsheet, or refreshes it. Returns within five seconds, with status `syncing` if the sync still
     * runs; within 8.5 seconds if the project is not known by then, as the spreadsheet is in use or its host is slow.
     *
     * @throws Refusal `source_…` and others when the spreadsheet cannot be read; `busy` while it is in use
     */
    sync: (owner: Owner, sheetId: string, options?: SyncOptions) =>
      respond(flightOf(owner, sheetId, { ...options, creates: true })),
    /**
     * Like `sync`, for an existing project. If it is deleted meanwhile, no other one is created in its place. Without `reuseCheck`
     * the spreadsheet is read after the call, also if a sync is in flight.
     *
     * @throws Refusal like `sync`; `not_found` if the project was deleted
     */
    syncExisting: (owner: Owner, sheetId: string, options?: SyncOptions) =>
      respond(flightOf(owner, sheetId, { ...options, isFresh: options?.reuseCheck !== true })),
    /**
     * Refreshes the project of a spreadsheet on schedule. Settles when the sync has ended, however long it takes; a sync in flight
     * is shared.
     *
     * @throws Refusal like `syncExisting`, except for `busy` after 8.5 seconds
     */
    async refresh(owner: Owner, sheetId: string): Promise<ProjectsTable> {
      const { done, mark } = flightOf(owner, sheetId, { startedBy: 'schedule' });
      const timer = setTimeout(() => void mark().catch(() => undefined), softTimeoutMs);
      return done.finally(() => clearTimeout(timer));
    },
    /** Runs work while no sync of the same spreadsheet runs. */
    exclusively: <T>(owner: Owner, sheetId: string, work: () => Promise<T>): Promise<T> =>
      exclusive(spreadsheetLock(owner, sheetId), work),
    /** Resumes syncs that were cut off by the end of a process, unless another server runs them. */
    async recover(): Promise<void> {
      for (const { owner_id, sheet_id } of await listSyncing(db)) {
        if (abort.signal.aborted) return;
        const lockKey = spreadsheetLock({ id: owner_id }, sheet_id);
        if (flights.has(lockKey) || (await locks.leases?.isHeld(lockKey))) continue;
        await start({ id: owner_id }, sheet_id, {}).done.catch(() => undefined);
      }
    },
    /** Aborts the running syncs; the next process resumes them. */
    async close(): Promise<void> {
      abort.abort(stopping());
      await Promise.allSettled([...flights.values()].map(({ done }) => done));
    },
  };
}

export type Syncs = ReturnType<typeof createSyncs>;
