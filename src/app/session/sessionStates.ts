import type { ApiFailure } from '../http/apiError';

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

/** How a session came to its end. */
export interface SessionEnding {
  readonly byChoice: boolean;
}

/** What can happen to the session, with what comes along. */
export interface SessionEvents {
  /** The app has started, or the person tries again after `unavailable`. */
  readonly sessionAsked: void;
  readonly sessionArrived: User;
  readonly sessionMissing: void;
  readonly sessionUnavailable: ApiFailure;
  /** "Logout", a 401 of the app API, or a refresh that found nobody or somebody else. */
  readonly sessionEnded: SessionEnding;
}

/** Every event, in the order of the grid. */
export const sessionEvents = [
  'sessionAsked',
  'sessionArrived',
  'sessionMissing',
  'sessionUnavailable',
  'sessionEnded',
] as const satisfies readonly (keyof SessionEvents)[];
