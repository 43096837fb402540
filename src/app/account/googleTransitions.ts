import type { TransitionRow, TransitionTable } from '../machine/transitionTable';
import type { GoogleEvents, GoogleState } from './googleStates';

const arriving = {
  googleArrived: { to: 'ready', carry: (_from, connection) => ({ connection }) },
} satisfies TransitionRow<GoogleState, GoogleEvents>;

/** The connected account as a table. Only one that is there is disconnected, once at a time. */
export const googleTransitions = {
  loading: { ...arriving, googleFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
  failed: { ...arriving, googleAsked: { to: 'loading', carry: () => ({}) } },
  ready: {
    ...arriving,
    disconnectAsked: { to: 'disconnecting', carry: (_from, connection) => ({ connection }) },
  },
  disconnecting: {
    ...arriving,
    disconnectRefused: { to: 'ready', carry: ({ connection }) => ({ connection }) },
  },
} satisfies TransitionTable<GoogleState, GoogleEvents>;
