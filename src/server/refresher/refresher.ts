import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import { readyRowsOf } from '../endpoints/readyRowsOf';
import { isInMemory } from '../endpoints/tabsInMemory';
import { countedElsewhere } from '../metrics/counters';
import { hearingOf } from '../nodes/hearing';
import { tellProjectChanged } from '../projects/projectNews';
import type { Settings } from '../settings';
import type { Owner } from '../sources/source';
import type { Sources } from '../sources/sources';
import { lineOf } from '../sync/lines';
import { progressOf } from '../sync/progress';
import type { ClaimedRefresh, Refreshes, RestingRefresh } from '../sync/refreshRepository';
import { listTabIds } from '../sync/syncRepository';
import { errorOf, withBuffers } from '../workers/crossing';
import type { News, RefresherEntry } from './messages';
import { RefresherThread } from './refresherThread';

/** A sync that is under way in the thread. */
export interface AwaySync {
  /** Rejects as `syncProject` does. */
  readonly done: Promise<ProjectsTable>;
  /** Marks the project as syncing. @returns undefined when the sync is about to be published anyway */
  readonly mark: () => Promise<ProjectsTable | undefined>;
}

/**
 * Refreshes in a thread, with a connection to SQLite and an event loop of its own, so that what is asked meanwhile need not wait
 * for any of it. The thread is started when there is first something to do for it.
 */
export interface Refresher extends Refreshes, Pick<Sources, 'version'> {
  /**
   * Reads a spreadsheet and publishes its rows. Whoever asks has to see to it that nothing else of this server does meanwhile.
   *
   * @param signal aborted when the server stops: ends all that is under way in the thread
   */
  sync(owner: Owner, sheetId: string, signal: AbortSignal): Promise<AwaySync>;
  /** Ends what is under way, and the thread. */
  close(): Promise<void>;
}

interface RefresherOptions {
  readonly entry: RefresherEntry;
  readonly db: Kysely<Database>;
  readonly settings: Settings;
  /** Told of what went wrong when nobody waits for it. */
  readonly report: (error: unknown) => void;
  /** Told when the thread has ended by itself: syncs may be cut off. */
  readonly cutOff: () => void;
}

/** Milliseconds after the thread has ended by itself in which nothing new is begun: what has ended it may end the next one too. */
const REST = 10_000;

export function createRefresher({ entry, db, settings, report, cutOff }: RefresherOptions): Refresher {
  const hearing = hearingOf(db);
  let current: RefresherThread | undefined;
  let endedAt = -Infinity;

  /** What it changes it tells of: nobody else need have done that. */
  const isAtWork = () => void (hearing.threadAt = performance.now());

  function hear(news: Exclude<News, { kind: 'answer' }>) {
    if (news.kind === 'changed') tellProjectChanged(db, news.projectId);
    else if (news.kind === 'ready') readyRowsOf(db).put(news.snapshot, withBuffers(news.ready) as typeof news.ready);
    else if (news.kind === 'progress') progressOf(db).show(news.line, news.progress);
    else if (news.kind === 'counted') countedElsewhere[news.counter]?.add(news.labels, news.more);
    else if (!('output' in news.reply)) report(errorOf(news.reply));
  }

  function ended(thread: RefresherThread, error: Error | undefined) {
    if (current === thread) current = undefined;
    if (error === undefined) return;
    endedAt = performance.now();
    report(error);
    cutOff();
  }

  function started(): RefresherThread {
    const listener = { heard: isAtWork, news: hear, ended: (error: Error | undefined) => ended(begun, error) };
    const begun = new RefresherThread(entry, settings, listener);
    return begun;
  }

  /** The thread, which has something to do now. */
  function thread(): RefresherThread {
    isAtWork();
    return (current ??= started());
  }

  async function close() {
    await current?.close();
  }

  /** @returns a sync of a line as it is: who follows the line hears how it ends */
  async function followed(line: string, answered: Promise<unknown>): Promise<ProjectsTable> {
    try {
      const project = (await answered) as ProjectsTable;
      progressOf(db).end(line, 'done');
      return project;
    } catch (error) {
      progressOf(db).end(line, 'failed');
      throw error;
    }
  }

  async function sync(owner: Owner, sheetId: string, signal: AbortSignal): Promise<AwaySync> {
    const inMemory = (await listTabIds(db, owner.id, sheetId)).filter((id) => isInMemory(db, id));
    signal.throwIfAborted();
    const line = lineOf(owner, sheetId);
    progressOf(db).begin(line);
    const at = thread();
    const { id, answered } = at.ask({ kind: 'sync', ownerId: owner.id, sheetId, inMemory });
    const abort = () => at.abort();
    signal.addEventListener('abort', abort, { once: true });
    return {
      done: followed(line, answered).finally(() => signal.removeEventListener('abort', abort)),
      mark: async () => (await at.ask({ kind: 'mark', sync: id }).answered) as ProjectsTable | undefined,
    };
  }

  return {
    sync,
    async claim(projectId, claim) {
      if (performance.now() - endedAt < REST) return { restsUntil: claim.now + REST };
      return (await thread().ask({ kind: 'claim', projectId, claim }).answered) as ClaimedRefresh | RestingRefresh;
    },
    settle: (projectId, settled) => thread().ask({ kind: 'settle', projectId, settled }).answered,
    unchanged: (projectId, syncedAt) => thread().ask({ kind: 'unchanged', projectId, syncedAt }).answered,
    version: async ({ id: ownerId }, sheetId) =>
      (await thread().ask({ kind: 'version', ownerId, sheetId }).answered) as string | undefined,
    close,
  };
}
