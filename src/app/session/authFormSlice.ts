import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SignIn, SignUp } from '../../contract/session';
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
  { readonly phase: 'idle' } | { readonly phase: 'submitting' } | ({ readonly phase: 'refused' } & AuthRefusal);

const idle = (): AuthForm => ({ phase: 'idle' });
const submitting = (): AuthForm => ({ phase: 'submitting' });

/** "Log in" or "Create account" was pressed, with fields that are well formed. */
export const signInSubmitted = createAction<SignIn>('authForm/signInSubmitted');
export const signUpSubmitted = createAction<SignUp>('authForm/signUpSubmitted');

export const authFormSlice = createSlice({
  name: 'authForm',
  initialState: idle(),
  reducers: {
    authRefused: (_state, { payload }: PayloadAction<AuthRefusal>): AuthForm => ({ phase: 'refused', ...payload }),
    /** The person switched between login and signup, or left the page. */
    authModeSwitched: (state) => (state.phase === 'refused' ? idle() : state),
  },
  extraReducers: (builder) => {
    builder
      .addCase(signInSubmitted, submitting)
      .addCase(signUpSubmitted, submitting)
      .addCase(codeRequired, idle)
      .addCase(sessionArrived, idle)
      .addCase(sessionEnded, idle);
  },
});

export const { authRefused, authModeSwitched } = authFormSlice.actions;
