import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { SyncEvents, SyncState } from './syncStates';

const asking = {
  syncAsked: { to: 'asking', carry: () => ({}) },
} satisfies TransitionRow<SyncState, SyncEvents>;

const ending = {
  progressCame: { to: 'running', carry: (_from, { progress }) => ({ progress }) },
  syncDone: { to: 'idle', carry: () => ({}) },
  syncFailed: { to: 'failed', carry: (_from, { failure }) => ({ failure }) },
} satisfies TransitionRow<SyncState, SyncEvents>;

/** A sync as a table. While one runs, another press changes nothing; progress that comes late moves nothing. */
export const syncTransitions = {
  idle: { ...asking },
  asking: { ...ending },
  running: { ...ending },
  failed: { ...asking },
} satisfies TransitionTable<SyncState, SyncEvents>;
