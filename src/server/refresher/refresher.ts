import type { Kysely } from 'kysely';
import type { BackendChange } from '../database/backends';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';
import type { KnownProject } from '../endpoints/directory';
import { findProject } from '../endpoints/endpointsRepository';
import { loadNewRows } from '../endpoints/newRows';
import { readingOf } from '../endpoints/reading';
import { readyRowsOf } from '../endpoints/readyRowsOf';
import { isInMemory } from '../endpoints/tabsInMemory';
import type { Watches } from '../google/push/watches';
import { countedElsewhere } from '../metrics/counters';
import { hearingOf } from '../nodes/hearing';
import { onProjectChanged, tellProjectChanged } from '../projects/projectNews';
import type { ProjectBeingRead } from '../projects/projectReads';
import type { Settings } from '../settings';
import { lineOf } from '../sync/lines';
import { progressOf } from '../sync/progress';
import type { RefreshEnd } from '../sync/refreshAttempt';
import { errorOf, withBuffers } from '../workers/crossing';
import type { News, RefresherEntry } from './messages';
import { RefresherThread } from './refresherThread';

/** A refresh that is under way in the thread. */
export interface AwayRefresh {
  /** Never rejects. */
  readonly done: Promise<RefreshEnd>;
  /** Marks the project as syncing. @returns undefined when there is nothing to mark, or its end is near anyway */
  readonly mark: () => Promise<ProjectsTable | undefined>;
}

/**
 * Refreshes in a thread, with a connection to SQLite and an event loop of its own, so that what is asked meanwhile need not wait
 * for any of it. The thread is started when there is first something to do for it.
 */
export interface Refresher {
  /** Refreshes a project, where that is due. Whoever asks has to see to it that nothing else of this server syncs it meanwhile. */
  refresh(project: ProjectBeingRead): AwayRefresh;
  /** Ends what is under way in the thread: the server stops. */
  abort(): void;
  /** The same, and ends the thread. */
  close(): Promise<void>;
}

/** What it is made with. */
export interface RefresherOptions {
  readonly entry: RefresherEntry;
  readonly db: Kysely<Database>;
  readonly settings: Settings;
  /** Where this server is told of changes. */
  readonly watches?: Watches | undefined;
  /** Told of what went wrong when nobody waits for it. */
  readonly report: (error: unknown) => void;
  /** Told when the thread has ended by itself: syncs may be cut off. */
  readonly cutOff: () => void;
}

/** Milliseconds after the thread has ended by itself in which nothing new is begun: what has ended it may end the next one too. */
const REST = 10_000;

export function createRefresher({ entry, db, settings, watches, report, cutOff }: RefresherOptions): Refresher {
  const hearing = hearingOf(db);
  /** Projects that are being refreshed, and whether nothing else here has changed them since. */
  const underWay = new Map<string, { isUntouched: boolean }>();
  let current: RefresherThread | undefined;
  let endedAt = -Infinity;

  onProjectChanged(db, (projectId) => {
    const refreshed = underWay.get(projectId);
    if (refreshed !== undefined) refreshed.isUntouched = false;
  });

  /** What the thread changes it tells of, at the latest when a refresh ends: nobody else need have done that. */
  const noteWork = () => void (hearing.threadAt = underWay.size > 0 ? Infinity : performance.now());

  /** What the thread has read of a project is what is stored, unless this one has changed it meanwhile. */
  function hearChanged(projectId: string, stored: KnownProject | undefined) {
    const isNewest = underWay.get(projectId)?.isUntouched === true;
    tellProjectChanged(db, projectId);
    if (stored === undefined) return;
    if (isNewest) readingOf({ db }).directory.put(stored);
    // Why its rows cannot be loaded, their reader is told.
    void loadNewRows(db, projectId).catch(() => undefined);
  }

  /** What it commits, the thread tells. */
  function hearBackend({ id, isOpen }: BackendChange) {
    if (isOpen) hearing.threadBackends.add(id);
    else hearing.threadBackends.delete(id);
  }

  function hear(news: Exclude<News, { kind: 'answer' }>) {
    if (news.kind === 'changed') hearChanged(news.projectId, news.stored);
    else if (news.kind === 'ready') readyRowsOf(db).put(news.snapshot, withBuffers(news.ready) as typeof news.ready);
    else if (news.kind === 'backend') hearBackend(news.change);
    else if (news.kind === 'progress') progressOf(db).show(news.line, news.progress);
    else if (news.kind === 'counted') countedElsewhere[news.counter]?.add(news.labels, news.more);
    else if (news.kind === 'watch') void watches?.keep(news.sheetId);
    else if (!('output' in news.reply)) report(errorOf(news.reply));
  }

  /**
   * The thread may have changed a project without having told of it any more. While the database is out of reach, which may be why
   * it has ended, nothing is forgotten: it is what there is to answer from.
   */
  async function lookAgain(projectId: string) {
    try {
      await findProject(db, projectId);
      tellProjectChanged(db, projectId);
    } catch {
      // Once it is within reach again, all is read anew.
    }
  }

  function ended(thread: RefresherThread, error: Error | undefined) {
    if (current === thread) current = undefined;
    // Others may be given their numbers.
    hearing.threadBackends.clear();
    if (error === undefined) return;
    endedAt = performance.now();
    for (const projectId of underWay.keys()) void lookAgain(projectId);
    report(error);
    // Whoever has waited for it is told first.
    setImmediate(cutOff);
  }

  function started(): RefresherThread {
    const listener = { news: hear, ended: (error: Error | undefined) => ended(begun, error) };
    const begun = new RefresherThread(entry, settings, listener);
    return begun;
  }

  const tabsInMemory = (projectId: string) =>
    (readingOf({ db }).directory.last(projectId)?.tabs ?? []).map(({ id }) => id).filter((id) => isInMemory(db, id));

  /** Who follows a sync of the spreadsheet hears how it has ended. */
  function tellEnd({ owner_id, sheet_id }: ProjectBeingRead, end: RefreshEnd) {
    const line = lineOf({ id: owner_id }, sheet_id);
    if ('synced' in end) progressOf(db).end(line, 'done');
    if ('failed' in end) progressOf(db).end(line, 'failed');
  }

  async function endOf(project: ProjectBeingRead, answered: Promise<unknown>): Promise<RefreshEnd> {
    const end = await answered.then(
      (output) => output as RefreshEnd,
      (failed: unknown): RefreshEnd => ({ failed }),
    );
    underWay.delete(project.id);
    noteWork();
    tellEnd(project, end);
    return end;
  }

  return {
    refresh(project) {
      const rested = performance.now() - endedAt;
      if (rested < REST) {
        return { done: Promise.resolve({ restsUntil: Date.now() + REST - rested }), mark: async () => undefined };
      }
      underWay.set(project.id, { isUntouched: true });
      noteWork();
      const at = (current ??= started());
      const { id, answered } = at.ask({ kind: 'refresh', project, inMemory: tabsInMemory(project.id) });
      const mark = async () => (await at.ask({ kind: 'mark', refresh: id }).answered) as ProjectsTable | undefined;
      return { done: endOf(project, answered), mark };
    },
    abort: () => current?.abort(),
    close: async () => current?.close(),
  };
}
