import type { SignIn, SignUp } from '../../contract/session';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** Kind of the second factor's code: of the authenticator app, or a recovery code. */
export type CodeKind = 'app' | 'recovery';

/** The fields of the login page. */
export type AuthField = 'email' | 'password' | 'name';

/** Why sign-in or sign-up was refused: a sentence, and the first invalid field, if a field is to blame. */
export interface AuthRefusal {
  readonly message: string;
  readonly field?: AuthField;
}

/** The second step of sign-in, while a code is required. */
export type SecondStep =
  /** `message`: why the last code was refused. */
  | { readonly phase: 'askingCode'; readonly kind: CodeKind; readonly message?: string }
  | { readonly phase: 'checkingCode'; readonly kind: CodeKind };

/** The form of /login and /signup, and the code that may follow. Typed text stays in the page: the state never holds passwords or codes. */
export type AuthForm =
  | { readonly phase: 'idle' }
  | { readonly phase: 'submitting' }
  | ({ readonly phase: 'refused' } & AuthRefusal)
  | SecondStep;

const events = {
  /** "Log in" or "Create account" was pressed with valid fields. */
  signInSubmitted: event<SignIn>(),
  signUpSubmitted: event<SignUp>(),
  /** Sign-in or sign-up was refused, the password is required again after a code, or the session could not be read. */
  authRefused: event<AuthRefusal>(),
  /** The user switched between login and signup. */
  authModeSwitched: event(),
  /** The password was right, and a code is required. */
  codeRequired: event(),
  /** A well-formed code was submitted. */
  codeGiven: event<{ readonly kind: CodeKind; readonly code: string }>(),
  codeRefused: event<{ readonly message: string }>(),
  /** "Use a recovery code instead", and back. */
  kindSwitched: event(),
  /** "Start over". */
  stepLeft: event(),
  sessionArrived,
  sessionEnded,
};
type Events = EventsOf<typeof events>;

const idle = { to: 'idle' } as const;

const endings = {
  authRefused: { to: 'refused', carry: (_from, refusal) => refusal },
  sessionArrived: idle,
  sessionEnded: idle,
} satisfies TransitionRow<AuthForm, Events>;

/** The first step: email and password. */
const firstStep = {
  ...endings,
  signInSubmitted: { to: 'submitting' },
  signUpSubmitted: { to: 'submitting' },
  codeRequired: { to: 'askingCode', carry: () => ({ kind: 'app' as const }) },
} satisfies TransitionRow<AuthForm, Events>;

const secondStep = {
  ...endings,
  codeRefused: { to: 'askingCode', carry: ({ kind }, { message }) => ({ kind, message }) },
  stepLeft: idle,
} satisfies TransitionRow<AuthForm, Events, SecondStep['phase']>;

/** Lazy-loaded with the login page. A malformed code is refused before it is sent, in the phase `askingCode`. */
export const authFormSlice = createMachine(
  'authForm',
  {
    idle: firstStep,
    submitting: firstStep,
    refused: { ...firstStep, authModeSwitched: idle },
    askingCode: {
      ...secondStep,
      codeGiven: { to: 'checkingCode', carry: ({ kind }) => ({ kind }) },
      kindSwitched: { to: 'askingCode', carry: ({ kind }) => ({ kind: kind === 'app' ? 'recovery' : 'app' }) },
    },
    checkingCode: secondStep,
  },
  (): AuthForm => ({ phase: 'idle' }),
  events,
);

export const {
  signInSubmitted,
  signUpSubmitted,
  authRefused,
  authModeSwitched,
  codeRequired,
  codeGiven,
  codeRefused,
  kindSwitched,
  stepLeft,
} = authFormSlice.actions;
