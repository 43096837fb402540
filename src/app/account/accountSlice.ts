import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account } from '../../contract/account';
import { step } from '../machine/transitionTable';
import { sessionEnded } from '../session/sessionSlice';
import type { PasswordChange } from './accountApi';
import type { FormEvents, FormRefusal, FormState, SessionsEvents, SessionsState } from './accountStates';
import { formTransitions, sessionsTransitions } from './accountTransitions';

/** The forms of the page. */
export type AccountForm = 'name' | 'password' | 'deletion';

export interface AccountState {
  readonly forms: Readonly<Record<AccountForm, FormState>>;
  readonly sessions: SessionsState;
  /** What goes with the account; null until it is known. */
  readonly holdings: Account | null;
  /** Whether it was asked for in vain. */
  readonly holdingsLost: boolean;
}

const idle: FormState = { phase: 'idle' };

/** Before anything was asked or typed. */
export const freshAccount: AccountState = {
  forms: { name: idle, password: idle, deletion: idle },
  sessions: { phase: 'loading' },
  holdings: null,
  holdingsLost: false,
};

/** A name was given, a password, or the wish to delete the account; each with fields that are well formed. */
export const nameSubmitted = createAction<{ readonly name: string }>('account/nameSubmitted');
export const passwordSubmitted = createAction<PasswordChange>('account/passwordSubmitted');
export const deletionSubmitted = createAction<{ readonly password: string }>('account/deletionSubmitted');

function inForm<N extends keyof FormEvents>(
  state: AccountState,
  form: AccountForm,
  event: N,
  payload: FormEvents[N],
): AccountState {
  const next = step<FormState, FormEvents>(formTransitions, state.forms[form], event, payload);
  return next === state.forms[form] ? state : { ...state, forms: { ...state.forms, [form]: next } };
}

const onSessions =
  <N extends keyof SessionsEvents>(event: N) =>
  (state: AccountState, { payload }: PayloadAction<SessionsEvents[N]>): AccountState => ({
    ...state,
    sessions: step<SessionsState, SessionsEvents>(sessionsTransitions, state.sessions, event, payload),
  });

/** The account page. It comes with the page, and is forgotten with the person. */
export const accountSlice = createSlice({
  name: 'account',
  initialState: freshAccount,
  reducers: {
    formRefused: (
      state: AccountState,
      { payload: { form, ...refusal } }: PayloadAction<FormRefusal & { readonly form: AccountForm }>,
    ) => inForm(state, form, 'refused', refusal),
    formAccepted: (state: AccountState, { payload: form }: PayloadAction<AccountForm>) =>
      inForm(state, form, 'accepted', undefined),
    formTouched: (state: AccountState, { payload: form }: PayloadAction<AccountForm>) =>
      inForm(state, form, 'touched', undefined),
    /** Also "Try again". */
    sessionsAsked: onSessions('sessionsAsked'),
    sessionsArrived: onSessions('sessionsArrived'),
    sessionsFailed: onSessions('sessionsFailed'),
    /** "End session", or with null "End all other sessions". */
    endingAsked: onSessions('endingAsked'),
    endingRefused: onSessions('endingRefused'),
    passwordWanted: onSessions('passwordWanted'),
    /** The password that ending was to be confirmed with; it is kept nowhere. */
    passwordGiven: onSessions('passwordGiven'),
    /** "Cancel". */
    passwordKept: onSessions('passwordKept'),
    holdingsArrived: (state: AccountState, { payload: holdings }: PayloadAction<Account>) => ({
      ...state,
      holdings,
      holdingsLost: false,
    }),
    holdingsLost: (state: AccountState) => ({ ...state, holdingsLost: true }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(nameSubmitted, (state) => inForm(state as AccountState, 'name', 'submitted', undefined))
      .addCase(passwordSubmitted, (state) => inForm(state as AccountState, 'password', 'submitted', undefined))
      .addCase(deletionSubmitted, (state) => inForm(state as AccountState, 'deletion', 'submitted', undefined))
      .addCase(sessionEnded, () => freshAccount);
  },
});

export const {
  formRefused,
  formAccepted,
  formTouched,
  sessionsAsked,
  sessionsArrived,
  sessionsFailed,
  endingAsked,
  endingRefused,
  passwordWanted,
  passwordGiven,
  passwordKept,
  holdingsArrived,
  holdingsLost,
} = accountSlice.actions;
