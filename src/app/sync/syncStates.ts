import type { SyncProgress } from '../../contract/syncs';
import type { ShownFailure } from '../http/apiError';

/** A sync that was started from this page. */
export type SyncState =
  | { readonly phase: 'idle' }
  /** Pressed; nothing is known of it yet. */
  | { readonly phase: 'asking' }
  | { readonly phase: 'running'; readonly progress: SyncProgress }
  | { readonly phase: 'failed'; readonly failure: ShownFailure };

interface AboutProject {
  readonly projectId: string;
}

/** What can happen to it, with what comes along. */
export interface SyncEvents {
  readonly syncAsked: AboutProject;
  readonly progressCame: AboutProject & { readonly progress: SyncProgress };
  readonly syncDone: AboutProject;
  readonly syncFailed: AboutProject & { readonly failure: ShownFailure };
}

/** Every event, in the order of the grid. */
export const syncEvents = [
  'syncAsked',
  'progressCame',
  'syncDone',
  'syncFailed',
] as const satisfies readonly (keyof SyncEvents)[];

export const idleSync: SyncState = { phase: 'idle' };
