import type { SyncProgress } from '../../contract/syncs';
import type { BackendChange } from '../database/backends';
import type { ReadyRows } from '../endpoints/engine/readyRows';
import type { KnownProject } from '../endpoints/directory';
import type { ProjectBeingRead } from '../projects/projectReads';
import type { Settings } from '../settings';
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
  /** Refreshes a project, where that is due: answers a `RefreshEnd`, unless it has failed. */
  | {
      readonly kind: 'refresh';
      readonly id: number;
      readonly project: ProjectBeingRead;
      /** Ids of its tabs whose rows are in memory. */
      readonly inMemory: readonly string[];
    }
  /** Says in the database that a refresh is under way: answers the project, or nothing where that is about to end. */
  | { readonly kind: 'mark'; readonly id: number; readonly refresh: number }
  /** Ends what is under way, and whatever is asked from now on. */
  | { readonly kind: 'abort' }
  /** Ends everything; the thread ends after that. */
  | { readonly kind: 'close' };

/** What the thread tells, in the order in which it has happened, several at once. */
export type News =
  | { readonly kind: 'answer'; readonly id: number; readonly reply: Reply }
  /** A project is stored in another way than before: in which one, where that is at hand. */
  | { readonly kind: 'changed'; readonly projectId: string; readonly stored?: KnownProject | undefined }
  /** Whoever is told of changes by Google is to be told of this spreadsheet's. */
  | { readonly kind: 'watch'; readonly sheetId: string }
  /** Rows as they are answered, of a blob. */
  | { readonly kind: 'ready'; readonly snapshot: string; readonly ready: ReadyRows }
  /** A backend of PostgreSQL works for the thread, or does not any more. */
  | { readonly kind: 'backend'; readonly change: BackendChange }
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
