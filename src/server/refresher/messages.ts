import type { SyncProgress } from '../../contract/syncs';
import type { ReadyRows } from '../endpoints/engine/readyRows';
import type { Settings } from '../settings';
import type { Claim, SettledRefresh } from '../sync/refreshRepository';
import type { Reply } from '../workers/crossing';

/** Where the thread that refreshes is found. */
export interface RefresherEntry {
  /** Path of the built thread (`refresher.js`). */
  readonly entry: string;
  /** Path of the built worker, for threads of its own. */
  readonly worker: string;
}

/** What the thread is made with. */
export interface RefresherData {
  readonly settings: Settings;
  readonly worker: string;
}

/** What the thread that refreshes is asked; `id` is what its answer is known by. */
export type Request =
  /** Reads a spreadsheet and publishes its rows: answers the project. */
  | {
      readonly kind: 'sync';
      readonly id: number;
      readonly ownerId: string;
      readonly sheetId: string;
      /** Ids of its tabs whose rows are in memory. */
      readonly inMemory: readonly string[];
    }
  /** Says in the database that a sync is under way: answers the project, or nothing where the sync is about to end. */
  | { readonly kind: 'mark'; readonly id: number; readonly sync: number }
  /** Takes the refresh of a project: see `claimRefresh`. */
  | { readonly kind: 'claim'; readonly id: number; readonly projectId: string; readonly claim: Claim }
  /** Says how one has ended. */
  | { readonly kind: 'settle'; readonly id: number; readonly projectId: string; readonly settled: SettledRefresh }
  /** Says that a project is as its source has it. */
  | { readonly kind: 'unchanged'; readonly id: number; readonly projectId: string; readonly syncedAt: string }
  /** Answers what tells whether a spreadsheet has changed, where that is known. */
  | { readonly kind: 'version'; readonly id: number; readonly ownerId: string; readonly sheetId: string }
  /** Ends what is under way, and whatever is asked from now on. */
  | { readonly kind: 'abort' }
  /** Ends everything; the thread ends after that. */
  | { readonly kind: 'close' };

/** What the thread tells, in the order in which it has happened, several at once. */
export type News =
  | { readonly kind: 'answer'; readonly id: number; readonly reply: Reply }
  /** A project is stored in another way than before. */
  | { readonly kind: 'changed'; readonly projectId: string }
  /** Rows as they are answered, of a blob. */
  | { readonly kind: 'ready'; readonly snapshot: string; readonly ready: ReadyRows }
  /** How far a sync is, by the line it stands in. */
  | { readonly kind: 'progress'; readonly line: string; readonly progress: SyncProgress }
  /** What has been counted since it was last told, by the place of its counter in `countedElsewhere`. */
  | {
      readonly kind: 'counted';
      readonly counter: number;
      readonly labels: Readonly<Record<string, string>>;
      readonly more: number;
    }
  /** Something went wrong that nobody waits for. */
  | { readonly kind: 'trouble'; readonly reply: Reply };

/** The thread's way of telling. */
export type Tell = (news: News) => void;
