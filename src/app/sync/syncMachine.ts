import type { SyncProgress } from '../../contract/syncs';
import type { ShownFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

/** A sync that was started from this page. */
export type SyncState =
  | { readonly phase: 'idle' }
  /** Pressed; nothing is known of it yet. */
  | { readonly phase: 'asking' }
  | { readonly phase: 'running'; readonly progress: SyncProgress }
  | { readonly phase: 'failed'; readonly failure: ShownFailure };

export const idleSync: SyncState = { phase: 'idle' };

interface AboutProject {
  readonly projectId: string;
}

const events = {
  /** "Sync now", wherever it is pressed. */
  syncAsked: event<AboutProject>(),
  progressCame: event<AboutProject & { readonly progress: SyncProgress }>(),
  syncDone: event<AboutProject>(),
  syncFailed: event<AboutProject & { readonly failure: ShownFailure }>(),
};

type Events = EventsOf<typeof events>;

const asking = { syncAsked: { to: 'asking', carry: () => ({}) } } satisfies TransitionRow<SyncState, Events>;

const ending = {
  progressCame: { to: 'running', carry: (_from, { progress }) => ({ progress }) },
  syncDone: { to: 'idle', carry: () => ({}) },
  syncFailed: { to: 'failed', carry: (_from, { failure }) => ({ failure }) },
} satisfies TransitionRow<SyncState, Events>;

/** "Sync now" of one project. While a sync runs, another press changes nothing; progress that comes late moves nothing. */
export const syncMachine = createMachine(
  'sync',
  { idle: asking, asking: ending, running: ending, failed: asking },
  (): SyncState => idleSync,
  events,
);
