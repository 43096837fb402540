import type { ApiFailure } from '../http/apiError';

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

/** A form of the account page; each is sent on its own. What was typed stays in the page. */
export type FormState =
  { readonly phase: 'idle' } | { readonly phase: 'sending' } | ({ readonly phase: 'refused' } & FormRefusal);

/** Why a form was refused, and the field that is wrong. */
export interface FormRefusal {
  readonly message: string;
  readonly field?: string;
}

/** What can happen to a form, with what comes along. */
export interface FormEvents {
  readonly submitted: void;
  readonly refused: FormRefusal;
  readonly accepted: void;
  /** Typed into after it was refused. */
  readonly touched: void;
}

/** Every event of a form, in the order of the grid. */
export const formEvents = [
  'submitted',
  'refused',
  'accepted',
  'touched',
] as const satisfies readonly (keyof FormEvents)[];

/** The open sessions: asked for, known, one or all others being ended; before that the password may be wanted. */
export type SessionsState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  | { readonly phase: 'ready'; readonly sessions: readonly OpenSession[] }
  | ({ readonly phase: 'ending' } & Ending)
  /** `message`: what was wrong with the password that was given. */
  | ({ readonly phase: 'confirming'; readonly message?: string } & Ending)
  | ({ readonly phase: 'checking' } & Ending);

/** In place of an id: every session, also that of this browser. */
export const EVERY_SESSION = '*';

interface Ending {
  readonly sessions: readonly OpenSession[];
  /** Id of the session that is being ended, or {@link EVERY_SESSION}; null for all others. */
  readonly ending: string | null;
}

/** What can happen to the sessions, with what comes along. */
export interface SessionsEvents {
  readonly sessionsAsked: void;
  readonly sessionsArrived: readonly OpenSession[];
  readonly sessionsFailed: ApiFailure;
  readonly endingAsked: { readonly id: string | null };
  readonly endingRefused: void;
  /** The server wants to know who it is before a session is ended, or with null all others; with what was wrong so far. */
  readonly passwordWanted: { readonly id: string | null; readonly message?: string };
  readonly passwordGiven: { readonly password: string };
  readonly passwordKept: void;
}

/** Every event of the sessions, in the order of the grid. */
export const sessionsEvents = [
  'sessionsAsked',
  'sessionsArrived',
  'sessionsFailed',
  'endingAsked',
  'endingRefused',
  'passwordWanted',
  'passwordGiven',
  'passwordKept',
] as const satisfies readonly (keyof SessionsEvents)[];
