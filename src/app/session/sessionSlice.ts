import { createAction } from '@reduxjs/toolkit';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionTable } from '../machine/transitionTable';

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
  /**
   * `byChoice`: signed out by "Logout", so that the page left behind is not come back to. `lost`: somebody was signed in, and their
   * session has ended without their doing, which /login says.
   */
  | { readonly phase: 'signedOut'; readonly byChoice: boolean; readonly lost?: true }
  | { readonly phase: 'unavailable'; readonly failure: ApiFailure };

/** What can happen to the session, with what comes along; in the order of the grid. */
const events = {
  /** The app has started, or the person tries again after `unavailable`. */
  sessionAsked: event(),
  sessionArrived: event<User>(),
  sessionMissing: event(),
  sessionUnavailable: event<ApiFailure>(),
  /** "Logout", a 401 of the app API, or a refresh that found no session or that of somebody else. */
  sessionEnded: event<{ readonly byChoice: boolean }>(),
};

export type SessionEvents = EventsOf<typeof events>;

const signedIn = { to: 'signedIn', carry: (_from: unknown, user: User) => ({ user }) } as const;
const signedOut = { to: 'signedOut', carry: () => ({ byChoice: false }) } as const;
const ended = {
  to: 'signedOut',
  carry: (_from: unknown, { byChoice }: { readonly byChoice: boolean }) => ({ byChoice }),
} as const;
const lost = { to: 'signedOut', carry: () => ({ byChoice: false, lost: true as const }) } as const;
const endedOrLost = {
  to: 'signedOut',
  carry: (_from: unknown, { byChoice }: { readonly byChoice: boolean }) =>
    byChoice ? { byChoice } : { byChoice, lost: true as const },
} as const;
const unavailable = { to: 'unavailable', carry: (_from: unknown, failure: ApiFailure) => ({ failure }) } as const;

const first = {
  sessionArrived: signedIn,
  sessionMissing: signedOut,
  sessionEnded: ended,
  sessionUnavailable: unavailable,
} as const;

/**
 * The session as a table. Asking again while it is known changes nothing, and neither does a refresh that fails, so that
 * a known session never shows 'Loading...' or an error page.
 */
export const sessionTransitions = {
  loading: first,
  signedIn: { sessionArrived: signedIn, sessionMissing: lost, sessionEnded: endedOrLost },
  signedOut: { sessionArrived: signedIn },
  unavailable: { sessionAsked: { to: 'loading' }, ...first },
} satisfies TransitionTable<Session, SessionEvents>;

export const sessionSlice = createMachine('session', sessionTransitions, (): Session => ({ phase: 'loading' }), events);

export const { sessionAsked, sessionArrived, sessionMissing, sessionUnavailable, sessionEnded } = sessionSlice.actions;

/** The session may have changed: it is read again. Comes 10 ms after sign-in, sign-up, sign-out and user update. */
export const sessionRefreshSignalled = createAction('session/sessionRefreshSignalled');

/** Somebody's session is about to end without their doing: what they have typed and not saved can still be kept for them (`../kept`). */
export const sessionEnding = createAction<{ readonly personId: string }>('session/sessionEnding');

/** "Logout" was chosen. */
export const signOutRequested = createAction('session/signOutRequested');
