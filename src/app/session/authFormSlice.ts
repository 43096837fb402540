import { createAction } from '@reduxjs/toolkit';
import type { SignIn, SignUp } from '../../contract/session';
import { createMachine, event } from '../machine/createMachine';
import { sessionArrived, sessionEnded } from './sessionSlice';

/** A way to show that it is you, after the password. */
export type CodeKind = 'app' | 'recovery';

/** The password was right, and a code has to follow. */
export const codeRequired = createAction('secondStep/codeRequired');

/** A code was given that is well formed. */
export const codeGiven = createAction<{ readonly kind: CodeKind; readonly code: string }>('secondStep/codeGiven');

/** The fields of the login page. */
export type AuthField = 'email' | 'password' | 'name';

/** Why signing in or up was refused: a sentence, and the first field that is wrong, when it is one field. */
export interface AuthRefusal {
  readonly message: string;
  readonly field?: AuthField;
}

/** The form of /login and /signup. What was typed stays in the page: passwords are not kept in the state. */
export type AuthForm =
  | { readonly phase: 'idle' }
  | { readonly phase: 'submitting' }
  | ({ readonly phase: 'refused' } & AuthRefusal);

const events = {
  /** "Log in" or "Create account" was pressed, with fields that are well formed. */
  signInSubmitted: event<SignIn>(),
  signUpSubmitted: event<SignUp>(),
  authRefused: event<AuthRefusal>(),
  /** The person switched between login and signup. */
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
