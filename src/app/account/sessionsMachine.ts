import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

/** A place where the person is signed in. */
export interface OpenSession {
  readonly id: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** Network address; empty when it is not known. */
  readonly address: string;
  /** What the browser calls itself. */
  readonly userAgent: string;
  /** Whether it is this browser's. */
  readonly current: boolean;
}

/** In place of an id: every session, also that of this browser. */
export const EVERY_SESSION = '*';

interface Ending {
  readonly sessions: readonly OpenSession[];
  /** Id of the session that is being ended, or {@link EVERY_SESSION}; null for all others. */
  readonly ending: string | null;
}

/** The open sessions: asked for, known, one or all others being ended; before that the password may be wanted. */
export type SessionsState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  | { readonly phase: 'ready'; readonly sessions: readonly OpenSession[] }
  | ({ readonly phase: 'ending' } & Ending)
  /** `message`: what was wrong with the password that was given. */
  | ({ readonly phase: 'confirming'; readonly message?: string } & Ending)
  | ({ readonly phase: 'checking' } & Ending);

const events = {
  /** The account page is on the screen, or "Try again" was pressed. With the first of these, what it needs is fetched. */
  accountOpened: event(),
  sessionsArrived: event<readonly OpenSession[]>(),
  sessionsFailed: event<ApiFailure>(),
  /** "End session", or with null "End all other sessions". */
  endingAsked: event<{ readonly id: string | null }>(),
  endingRefused: event(),
  /** The server wants to know who it is before a session is ended, or with null all others; with what was wrong so far. */
  passwordWanted: event<{ readonly id: string | null; readonly message?: string }>(),
  /** The password that ending was to be confirmed with; it is kept nowhere. */
  passwordGiven: event<{ readonly password: string }>(),
  /** "Cancel". */
  endingCancelled: event(),
};

type Events = EventsOf<typeof events>;

const arriving = {
  sessionsArrived: { to: 'ready', carry: (_from, sessions) => ({ sessions }) },
} satisfies TransitionRow<SessionsState, Events>;

const known = {
  ...arriving,
  passwordWanted: {
    to: 'confirming',
    carry: ({ sessions }, { id, message }) => ({ sessions, ending: id, ...(message !== undefined && { message }) }),
  },
} satisfies TransitionRow<SessionsState, Events, 'ready' | 'ending' | 'checking'>;

const going = {
  ...known,
  endingRefused: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
} satisfies TransitionRow<SessionsState, Events, 'ending' | 'checking'>;

/**
 * The open sessions, a part of the account's slice. Asking again keeps showing those that are known, and so does an answer that
 * does not come; a list that arrives while the password is wanted does not take the question away.
 */
export const sessionsMachine = createMachine(
  'account',
  {
    loading: { ...arriving, sessionsFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
    failed: { ...arriving, accountOpened: { to: 'loading' } },
    ready: { ...known, endingAsked: { to: 'ending', carry: ({ sessions }, { id }) => ({ sessions, ending: id }) } },
    ending: going,
    confirming: {
      sessionsArrived: { to: 'confirming', carry: ({ ending }, sessions) => ({ ending, sessions }) },
      passwordGiven: { to: 'checking', carry: ({ sessions, ending }) => ({ sessions, ending }) },
      endingCancelled: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
      accountOpened: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
    },
    checking: going,
  },
  (): SessionsState => ({ phase: 'loading' }),
  events,
);
