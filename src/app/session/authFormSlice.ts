import { createAction } from '@reduxjs/toolkit';
import type { SignIn, SignUp } from '../../contract/session';
import { createMachine, event } from '../machine/createMachine';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** Kind of the second factor's code: of the authenticator app, or a recovery code. */
export type CodeKind = 'app' | 'recovery';

/** The password was right, and a code is required. */
export const codeRequired = createAction('secondStep/codeRequired');

/** A well-formed code was submitted. */
export const codeGiven = createAction<{ readonly kind: CodeKind; readonly code: string }>('secondStep/codeGiven');

/** The fields of the login page. */
export type AuthField = 'email' | 'password' | 'name';

/** Why sign-in or sign-up was refused: a sentence, and the first invalid field, if a field is to blame. */
export interface AuthRefusal {
  readonly message: string;
  readonly field?: AuthField;
}

/** The form of /login and /signup. Typed text stays in the page: the state never holds passwords. */
export type AuthForm =
  | { readonly phase: 'idle' }
  | { readonly phase: 'submitting' }
  | ({ readonly phase: 'refused' } & AuthRefusal);

const events = {
  /** "Log in" or "Create account" was pressed with valid fields. */
  signInSubmitted: event<SignIn>(),
  signUpSubmitted: event<SignUp>(),
  authRefused: event<AuthRefusal>(),
  /** The user switched between login and signup. */
  authModeSwitched: event(),
  codeRequired,
  sessionArrived,
  sessionEnded,
};

const idle = { to: 'idle' } as const;
const submitting = { to: 'submitting' } as const;

const always = {
  signInSubmitted: submitting,
  signUpSubmitted: submitting,
  authRefused: { to: 'refused', carry: (_from: unknown, refusal: AuthRefusal) => refusal },
  codeRequired: idle,
  sessionArrived: idle,
  sessionEnded: idle,
} as const;

export const authFormSlice = createMachine(
  'authForm',
  { idle: always, submitting: always, refused: { ...always, authModeSwitched: idle } },
  (): AuthForm => ({ phase: 'idle' }),
  events,
);

export const { signInSubmitted, signUpSubmitted, authRefused, authModeSwitched } = authFormSlice.actions;
