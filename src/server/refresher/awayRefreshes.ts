import type { SyncProgress } from '../../contract/syncs';
import type { ProjectsTable } from '../database/tables/projects';
import { findStored } from '../endpoints/directory';
import { onProjectChanged } from '../projects/projectNews';
import { lineOf, linesOf } from '../sync/lines';
import { notedSync } from '../sync/notedSync';
import { progressOf } from '../sync/progress';
import { createRefresh, type RefreshEnd } from '../sync/refreshAttempt';
import { createRetiring } from '../sync/retiring';
import { createSyncMarker, type SyncMarker } from '../sync/syncMarker';
import { type SyncsOptions, stopping } from '../sync/syncs';
import type { Request, Tell } from './messages';

type AwayOptions = Pick<SyncsOptions, 'db' | 'workers' | 'sources' | 'report'> &
  Required<Pick<SyncsOptions, 'inTurn'>> & {
    readonly tell: Tell;
    /** As `tell`, of what is nothing to anybody before the refresh has ended. */
    readonly tellLater: Tell;
  };

type RefreshRequest = Extract<Request, { kind: 'refresh' }>;

/** Milliseconds between two words of how far a sync is: most are over before the first. */
const WORDS_APART = 100;

/** The refreshes of the thread that does nothing else. */
export interface AwayRefreshes {
  /** Never rejects. */
  refresh(request: RefreshRequest): Promise<RefreshEnd>;
  mark(id: number): Promise<ProjectsTable | undefined>;
  /** Whether rows of a tab that is being refreshed are in the memory of whoever has asked for it. */
  isInMemory(tabId: string): boolean;
  /** Ends those that are under way; the next process takes them up again. */
  abort(): void;
  /** The same, and waits for it. */
  close(): Promise<void>;
}

interface UnderWay {
  readonly inMemory: ReadonlySet<string>;
  readonly marker: SyncMarker;
  readonly done: Promise<RefreshEnd>;
}

export function createAwayRefreshes({ inTurn, tell, tellLater, ...options }: AwayOptions): AwayRefreshes {
  const { db, sources, report } = options;
  const retiring = createRetiring(db, report);
  const context = { ...options, retire: retiring.retire };
  const watches = { keep: async (sheetId: string) => tellLater({ kind: 'watch', sheetId }) };
  const ending = new AbortController();
  const underWay = new Map<number, UnderWay>();
  /** Projects that are told of when their refresh has ended: whether they have changed by now. */
  const changed = new Map<string, boolean>();

  onProjectChanged(db, (projectId) => {
    if (changed.has(projectId)) changed.set(projectId, true);
    else tell({ kind: 'changed', projectId });
  });

  /** Tells now and then how far it is. @returns ends that */
  function follow(line: string): () => void {
    let latest: SyncProgress | undefined;
    const stop = progressOf(db).watch(line, (progress) => {
      if (progress.phase === 'reading') latest = progress;
    });
    const say = () => {
      if (latest !== undefined) tell({ kind: 'progress', line, progress: latest });
      latest = undefined;
    };
    const timer = setInterval(say, WORDS_APART).unref();
    return () => {
      clearInterval(timer);
      stop();
    };
  }

  async function sync({ project }: RefreshRequest, marker: SyncMarker): Promise<ProjectsTable> {
    const { owner_id, sheet_id: sheetId } = project;
    const owner = { id: owner_id };
    const task = { owner, sheetId, afterLook: false, startedBy: 'schedule', marker, signal: ending.signal } as const;
    const line = lineOf(owner, sheetId);
    const unfollow = follow(line);
    try {
      return await linesOf(db)(line, () => inTurn(sheetId, () => notedSync(context, task)));
    } finally {
      unfollow();
    }
  }

  /**
   * Tells of a project that has changed, or may have, with all that whoever answers from it needs to know. Of one that may have it
   * tells nothing while the database is out of reach: until then others answer from what they know.
   */
  async function tellChanged(projectId: string, isKnown: boolean) {
    const found = await findStored(db, projectId).then(
      (stored) => ({ stored }),
      () => undefined,
    );
    if (isKnown || found !== undefined) tell({ kind: 'changed', projectId, stored: found?.stored });
  }

  const endOf = (refresh: Promise<RefreshEnd>) =>
    refresh.catch((failed: unknown): RefreshEnd => {
      report(failed);
      return { failed };
    });

  async function run(request: RefreshRequest, marker: SyncMarker): Promise<RefreshEnd> {
    const { project } = request;
    const syncs = { sync: () => sync(request, marker) };
    changed.set(project.id, false);
    const end = await endOf(createRefresh({ db, syncs, sources, watches, report })(project));
    const isChanged = changed.get(project.id) === true;
    changed.delete(project.id);
    // One that has failed may have changed it all the same: what the database has done before it was out of reach, nobody knows.
    if (isChanged || 'failed' in end) await tellChanged(project.id, isChanged);
    return end;
  }

  const abort = () => ending.abort(stopping());

  return {
    async refresh(request) {
      const marker = createSyncMarker(db);
      const done = run(request, marker);
      underWay.set(request.id, { inMemory: new Set(request.inMemory), marker, done });
      try {
        return await done;
      } finally {
        underWay.delete(request.id);
      }
    },
    async mark(id) {
      const marked = underWay.get(id);
      // One that comes to no sync has nothing to mark.
      return marked && Promise.race([marked.marker.mark(), marked.done.then(() => undefined)]);
    },
    isInMemory: (tabId) => [...underWay.values()].some(({ inMemory }) => inMemory.has(tabId)),
    abort,
    async close() {
      abort();
      retiring.close();
      await Promise.allSettled([...underWay.values()].map(({ done }) => done));
    },
  };
}
