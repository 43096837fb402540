import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { isDriveSheetId } from '../../contract/sheetUrl';
import type { ProjectBeingRead, ServerEvents } from '../database/events';
import type { Database } from '../database/schema';
import { intervalOf, LEASE, listProjectsOfSheet, type RefreshProject } from './refreshAttempt';

interface RefreshingOptions {
  readonly db: Kysely<Database>;
  readonly events: ServerEvents;
  readonly refreshProject: RefreshProject;
  /** Told of what went wrong, as nobody waits for it. */
  readonly report: (error: unknown) => void;
  readonly now?: () => number;
}

/** Refreshes that go on while others wait for their turn: readers come again. */
const AT_ONCE = 4;

/** Who is woken while others have their turn comes again after so many milliseconds; while another server has it, after so many. */
const TURN = 1_000;
const ELSEWHERE = 10_000;

/** When what is served is older than its owner wants it. */
const dueAt = (project: ProjectBeingRead) =>
  project.synced_at === null ? Infinity : Date.parse(project.synced_at) + intervalOf(project);

const isRefreshable = ({ sheet_id, paused, status }: ProjectBeingRead) =>
  !isDriveSheetId(sheet_id) && paused === 0 && status !== 'syncing';

/**
 * Keeps projects of Google fresh as long as somebody reads them. Readers never wait: they get the copy there is, and one refresh
 * goes on behind them, at most once in the interval of a project, whatever the number of readers and servers. After failures
 * the pauses grow; nothing but success is needed for all to be as before. What Google tells of changes wakes the same refresh,
 * no sooner than the interval is over.
 *
 * @returns ends it, after the refreshes under way
 */
export function refreshOnRead({
  db,
  events,
  refreshProject,
  report,
  now = Date.now,
}: RefreshingOptions): () => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const woken = new Map<string, NodeJS.Timeout>();
  let isOver = false;

  async function refresh(project: ProjectBeingRead, notOurs?: () => void) {
    // Whoever reads it is answered first.
    await nextTurn();
    const end = await refreshProject(project);
    if ('notOurs' in end) notOurs?.();
  }

  /**
   * @param notOurs hears that another server has it, or that it may not begin yet
   * @returns whether it had its turn
   */
  function begin(project: ProjectBeingRead, notOurs?: () => void): boolean {
    if (running.has(project.id) || running.size >= AT_ONCE) return false;
    const done = refresh(project, notOurs)
      .catch(report)
      .finally(() => running.delete(project.id));
    running.set(project.id, done);
    return true;
  }

  /** @param since when Google has told it: what was read later knows it */
  async function wake(sheetId: string, since: number, only?: string) {
    for (const project of await listProjectsOfSheet(db, sheetId)) {
      const isOther = only !== undefined && only !== project.id;
      if (isOther || !isRefreshable(project) || Date.parse(project.synced_at ?? '') > since) continue;
      const wait = Math.max(0, dueAt(project) - now());
      // What another server reads now may have begun before the change.
      const notOurs = () => wakeLater(project, since, ELSEWHERE);
      if (wait > 0 || !begin(project, notOurs)) wakeLater(project, since, Math.max(wait, TURN));
    }
  }

  function wakeLater({ id, sheet_id }: ProjectBeingRead, since: number, milliseconds: number) {
    if (isOver || woken.has(id)) return;
    const again = () => {
      woken.delete(id);
      void wake(sheet_id, since, id).catch(report);
    };
    woken.set(id, setTimeout(again, Math.min(milliseconds, LEASE)).unref());
  }

  const stopReads = events.projectRead.on((project) => {
    if (isRefreshable(project) && dueAt(project) <= now()) begin(project);
  });
  const stopNews = events.sheetChanged.on((sheetId) => void wake(sheetId, now()).catch(report));

  return async () => {
    isOver = true;
    stopReads();
    stopNews();
    for (const timer of woken.values()) clearTimeout(timer);
    await Promise.all(running.values());
  };
}
