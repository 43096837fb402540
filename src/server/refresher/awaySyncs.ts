import type { SyncProgress } from '../../contract/syncs';
import type { ProjectsTable } from '../database/tables/projects';
import { lineOf } from '../sync/lines';
import { notedSync } from '../sync/notedSync';
import { progressOf } from '../sync/progress';
import { createRetiring } from '../sync/retiring';
import { createSyncMarker, type SyncMarker } from '../sync/syncMarker';
import { type SyncsOptions, stopping } from '../sync/syncs';
import type { Request, Tell } from './messages';

type AwayOptions = Pick<SyncsOptions, 'db' | 'workers' | 'sources' | 'report'> &
  Required<Pick<SyncsOptions, 'inTurn'>> & { readonly tell: Tell };

type SyncRequest = Extract<Request, { kind: 'sync' }>;

/** Milliseconds between two words of how far a sync is: most are over before the first. */
const WORDS_APART = 100;

/** The syncs of the thread that refreshes. */
export interface AwaySyncs {
  sync(request: SyncRequest): Promise<ProjectsTable>;
  mark(id: number): Promise<ProjectsTable | undefined>;
  /** Whether rows of a tab that is being synced are in the memory of whoever has asked for it. */
  isInMemory(tabId: string): boolean;
  /** Ends those that are under way; the next process takes them up again. */
  abort(): void;
  /** The same, and waits for it. */
  close(): Promise<void>;
}

interface UnderWay {
  readonly marker: SyncMarker;
  readonly inMemory: ReadonlySet<string>;
  readonly done: Promise<ProjectsTable>;
}

export function createAwaySyncs({ inTurn, tell, ...options }: AwayOptions): AwaySyncs {
  const { db } = options;
  const retiring = createRetiring(db, options.report);
  const context = { ...options, retire: retiring.retire };
  const ending = new AbortController();
  const underWay = new Map<number, UnderWay>();

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
      say();
      stop();
    };
  }

  async function run({ ownerId, sheetId }: SyncRequest, marker: SyncMarker): Promise<ProjectsTable> {
    const owner = { id: ownerId };
    const task = { owner, sheetId, afterLook: false, startedBy: 'schedule', marker, signal: ending.signal } as const;
    const unfollow = follow(lineOf(owner, sheetId));
    try {
      return await inTurn(sheetId, () => notedSync(context, task));
    } finally {
      unfollow();
    }
  }

  const abort = () => ending.abort(stopping());

  return {
    async sync(request) {
      const marker = createSyncMarker(db);
      const done = run(request, marker);
      underWay.set(request.id, { marker, inMemory: new Set(request.inMemory), done });
      try {
        return await done;
      } finally {
        underWay.delete(request.id);
      }
    },
    mark: async (id) => underWay.get(id)?.marker.mark(),
    isInMemory: (tabId) => [...underWay.values()].some(({ inMemory }) => inMemory.has(tabId)),
    abort,
    async close() {
      abort();
      retiring.close();
      await Promise.allSettled([...underWay.values()].map(({ done }) => done));
    },
  };
}
