import type { GoogleConnection } from '../../contract/google';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { accountOpened } from './accountSlice';

/** The connected Google account: loading, loaded, being disconnected. */
export type GoogleState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  /** `connection`: null if none is connected. */
  | { readonly phase: 'ready'; readonly connection: GoogleConnection | null }
  | { readonly phase: 'disconnecting'; readonly connection: GoogleConnection };

/** Initial state. */
export const freshGoogle: GoogleState = { phase: 'loading' };

const events = {
  accountOpened,
  googleArrived: event<GoogleConnection | null>(),
  googleFailed: event<ApiFailure>(),
  disconnectAsked: event<GoogleConnection>(),
  disconnectRefused: event(),
};

type Events = EventsOf<typeof events>;

const always = {
  googleArrived: { to: 'ready', carry: (_from, connection) => ({ connection }) },
} satisfies TransitionRow<GoogleState, Events>;

/**
 * The connected Google account. Lazy-loaded with the account page, and reset at the end of the session. Only a loaded connection can be
 * disconnected, one request at a time.
 */
export const googleSlice = createMachine(
  'google',
  {
    loading: { ...always, googleFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
    failed: { ...always, accountOpened: { to: 'loading' } },
    ready: { ...always, disconnectAsked: { to: 'disconnecting', carry: (_from, connection) => ({ connection }) } },
    disconnecting: { ...always, disconnectRefused: { to: 'ready', carry: ({ connection }) => ({ connection }) } },
  },
  (): GoogleState => freshGoogle,
  events,
);

export const { googleArrived, googleFailed, disconnectAsked, disconnectRefused } = googleSlice.actions;
