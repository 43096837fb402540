import { createAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow, TransitionTable } from '../machine/transitionTable';

/** The signed-in user. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The server requires two-step sign-in, and the user has not set it up: it rejects all other requests before. */
  readonly secondFactorMissing?: boolean;
}

/** Who is using the app (specification, sections 2, 4 and 6). */
export type Session =
  | { readonly phase: 'loading' }
  | { readonly phase: 'signedIn'; readonly user: User }
  /**
   * `byChoice`: signed out by "Logout", so that /login does not remember the page. `lost`: the session ended while a user was signed in,
   * without "Logout", which /login says.
   */
  | { readonly phase: 'signedOut'; readonly byChoice: boolean; readonly lost?: true }
  | { readonly phase: 'unavailable'; readonly failure: ApiFailure };

/** The session's events and their payloads, in the order of the grid. */
const events = {
  /** The app has started, or the user retries after `unavailable`. */
  sessionAsked: event(),
  sessionArrived: event<User>(),
  sessionMissing: event(),
  sessionUnavailable: event<ApiFailure>(),
  /** "Logout", a 401 of the app API, or a refresh that found no session or the session of another user. */
  sessionEnded: event<{ readonly byChoice: boolean }>(),
};

export type SessionEvents = EventsOf<typeof events>;

const signedOut = { to: 'signedOut', carry: () => ({ byChoice: false }) } as const;

/** Transitions while it is not known who is signed in. */
const whileUnknown = {
  sessionArrived: { to: 'signedIn', carry: (_from, user) => ({ user }) },
  sessionMissing: signedOut,
  sessionEnded: { to: 'signedOut', carry: (_from, { byChoice }) => ({ byChoice }) },
  sessionUnavailable: { to: 'unavailable', carry: (_from, failure) => ({ failure }) },
} satisfies TransitionRow<Session, SessionEvents>;

const { sessionArrived: signedIn } = whileUnknown;

/**
 * The session's transition table. Neither a request for a known session nor a failed refresh changes the state, so that
 * a known session never shows 'Loading...' or an error page.
 */
export const sessionTransitions = {
  loading: whileUnknown,
  signedIn: {
    sessionArrived: signedIn,
    sessionMissing: { to: 'signedOut', carry: () => ({ byChoice: false, lost: true }) },
    sessionEnded: {
      to: 'signedOut',
      carry: (_from, { byChoice }) => (byChoice ? { byChoice } : { byChoice, lost: true }),
    },
  },
  signedOut: { sessionArrived: signedIn },
  unavailable: { sessionAsked: { to: 'loading' }, ...whileUnknown },
} satisfies TransitionTable<Session, SessionEvents>;

export const sessionSlice = createMachine('session', sessionTransitions, (): Session => ({ phase: 'loading' }), events);

export const { sessionAsked, sessionArrived, sessionMissing, sessionUnavailable, sessionEnded } = sessionSlice.actions;

/** The session may have changed and is read again. Put 10 ms after sign-in, sign-up, sign-out and user update. */
export const sessionRefreshSignalled = createAction('session/sessionRefreshSignalled');

/** The session is about to end without "Logout": features store the user's unsaved input (`../unsavedInput`). */
export const sessionEnding = createAction<{ readonly personId: string }>('session/sessionEnding');

/** "Logout" was chosen. */
export const signOutRequested = createAction('session/signOutRequested');
