import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';

/** An open session of the user. */
export interface OpenSession {
  readonly id: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** IP address; empty if unknown. */
  readonly address: string;
  /** `User-Agent` of the browser. */
  readonly userAgent: string;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
}

/** Stands for an id: every session, also that of this browser. */
export const EVERY_SESSION = '*';

interface Ending {
  readonly sessions: readonly OpenSession[];
  /** Id of the session being ended, or {@link EVERY_SESSION}; null for all other sessions. */
  readonly ending: string | null;
}

/** The open sessions: loading, loaded, being ended; the server may require the password to end them. */
export type SessionsState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  | { readonly phase: 'ready'; readonly sessions: readonly OpenSession[] }
  | ({ readonly phase: 'ending' } & Ending)
  /** `message`: why the last password was refused. */
  | ({ readonly phase: 'confirming'; readonly message?: string } & Ending)
  | ({ readonly phase: 'checking' } & Ending);

const events = {
  /** The account page is on the screen, or "Try again" was pressed: its data is fetched. */
  accountOpened: event(),
  sessionsArrived: event<readonly OpenSession[]>(),
  sessionsFailed: event<ApiFailure>(),
  /** "End session", "End every session", or with null "End all other sessions". */
  endingAsked: event<{ readonly id: string | null }>(),
  endingRefused: event(),
  /** The server requires the password to end the session `id`, or with null all others; `message` says why the last one was refused. */
  passwordWanted: event<{ readonly id: string | null; readonly message?: string }>(),
  /** The password that confirms the end of sessions; never stored. */
  passwordGiven: event<{ readonly password: string }>(),
  /** "Cancel". */
  endingCancelled: event(),
};

type Events = EventsOf<typeof events>;

const arriving = {
  sessionsArrived: { to: 'ready', carry: (_from, sessions) => ({ sessions }) },
} satisfies TransitionRow<SessionsState, Events>;

const going = <P extends 'ending' | 'checking'>(to: P) =>
  ({
    sessionsArrived: { to, carry: ({ ending }, sessions) => ({ ending, sessions }) },
    passwordWanted: {
      to: 'confirming',
      carry: ({ sessions }, { id, message }) => ({ sessions, ending: id, ...(message !== undefined && { message }) }),
    },
    endingRefused: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
  }) satisfies TransitionRow<SessionsState, Events, 'ending' | 'checking'>;

/**
 * The open sessions, a part of the account's slice. The loaded list stays during a reload and after a failed one; a list that arrives while
 * sessions are being ended neither frees the buttons nor closes the dialog that asks for the password.
 */
export const sessionsMachine = createMachine(
  'account',
  {
    loading: { ...arriving, sessionsFailed: { to: 'failed', carry: (_from, failure) => ({ failure }) } },
    failed: { ...arriving, accountOpened: { to: 'loading' } },
    ready: { ...arriving, endingAsked: { to: 'ending', carry: ({ sessions }, { id }) => ({ sessions, ending: id }) } },
    ending: going('ending'),
    confirming: {
      sessionsArrived: { to: 'confirming', carry: ({ phase: _phase, ...from }, sessions) => ({ ...from, sessions }) },
      passwordGiven: { to: 'checking', carry: ({ sessions, ending }) => ({ sessions, ending }) },
      endingCancelled: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
      accountOpened: { to: 'ready', carry: ({ sessions }) => ({ sessions }) },
    },
    checking: going('checking'),
  },
  (): SessionsState => ({ phase: 'loading' }),
  events,
);
