import { createAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow, TransitionTable } from '../machine/transitionTable';

/** The signed-in person. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** The server asks everybody for two-step sign-in, and they have not set it up: nothing else is answered before. */
  readonly secondFactorMissing?: boolean;
}

/** Who is using the app (specification, sections 2, 4 and 6). */
export type Session =
  | { readonly phase: 'loading' }
  | { readonly phase: 'signedIn'; readonly user: User }
  /** `byChoice`: signed out by "Logout", so that the page left behind is not come back to. */
  | { readonly phase: 'signedOut'; readonly byChoice: boolean }
  | { readonly phase: 'unavailable'; readonly failure: ApiFailure };

/** What can happen to the session, with what comes along; in the order of the grid. */
const events = {
  /** The app has started, or the person tries again after `unavailable`. */
  sessionAsked: event(),
  sessionArrived: event<User>(),
  sessionMissing: event(),
  sessionUnavailable: event<ApiFailure>(),
  /** "Logout", a 401 of the app API, or a refresh that found nobody or somebody else. */
  sessionEnded: event<{ readonly byChoice: boolean }>(),
};

export type SessionEvents = EventsOf<typeof events>;

const arrival = {
  sessionArrived: { to: 'signedIn', carry: (_from, user) => ({ user }) },
} satisfies TransitionRow<Session, SessionEvents>;

const endings = {
  sessionMissing: { to: 'signedOut', carry: () => ({ byChoice: false }) },
  sessionEnded: { to: 'signedOut', carry: (_from, { byChoice }) => ({ byChoice }) },
} satisfies TransitionRow<Session, SessionEvents>;

const failing = {
  sessionUnavailable: { to: 'unavailable', carry: (_from, failure) => ({ failure }) },
} satisfies TransitionRow<Session, SessionEvents>;

/**
 * The session as a table. Asking again while it is known changes nothing, and neither does a refresh that fails, so that
 * a known session never shows 'Loading...' or an error page.
 */
export const sessionTransitions = {
  loading: { ...arrival, ...endings, ...failing },
  signedIn: { ...arrival, ...endings },
  signedOut: { ...arrival },
  unavailable: { sessionAsked: { to: 'loading' }, ...arrival, ...endings, ...failing },
} satisfies TransitionTable<Session, SessionEvents>;

export const sessionSlice = createMachine('session', sessionTransitions, (): Session => ({ phase: 'loading' }), events);

export const { sessionAsked, sessionArrived, sessionMissing, sessionUnavailable, sessionEnded } = sessionSlice.actions;

/** The session may have changed: it is read again. Comes 10 ms after sign-in, sign-up, sign-out and user update. */
export const sessionRefreshSignalled = createAction('session/sessionRefreshSignalled');

/** Somebody's session is about to end without their doing: what they have typed and not saved can still be kept for them (`../kept`). */
export const sessionEnding = createAction<{ readonly personId: string }>('session/sessionEnding');

/** "Logout" was chosen. */
export const signOutRequested = createAction('session/signOutRequested');
