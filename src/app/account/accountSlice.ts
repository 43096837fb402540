import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Account } from '../../contract/account';
import { createMachine, event, inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { RootState } from '../rootReducer';
import type { Refusal } from '../ui/forms/useForm';
import type { PasswordChange } from './accountApi';
import { sessionsMachine, type SessionsState } from './sessionsMachine';

/** A form of the account page; each is sent on its own. What was typed stays in the page. */
type FormState = { readonly phase: 'idle' } | { readonly phase: 'sending' } | ({ readonly phase: 'refused' } & Refusal);

const sending = { submitted: { to: 'sending' } } as const;

/**
 * A form of the account page; it is sent once at a time. The slice has one for each form and steps them by events of its own,
 * which name the form.
 */
export const formMachine = createMachine(
  'accountForm',
  {
    idle: sending,
    sending: { refused: { to: 'refused', carry: (_from, refusal) => refusal }, accepted: { to: 'idle' } },
    refused: sending,
  },
  (): FormState => ({ phase: 'idle' }),
  { submitted: event(), refused: event<Refusal>(), accepted: event() },
);

/** The forms of the page. */
export type AccountForm = 'name' | 'password' | 'deletion';

interface AccountState {
  readonly forms: Readonly<Record<AccountForm, FormState>>;
  readonly sessions: SessionsState;
  /** What goes with the account; null until it is known. */
  readonly summary: Account | null;
  /** Whether it was asked for in vain. */
  readonly summaryLost: boolean;
}

/** Before anything was asked or typed. */
export const freshAccount: AccountState = {
  forms: {
    name: formMachine.getInitialState(),
    password: formMachine.getInitialState(),
    deletion: formMachine.getInitialState(),
  },
  sessions: sessionsMachine.getInitialState(),
  summary: null,
  summaryLost: false,
};

/** Two-step sign-in is to be set up before anything else. */
export const setUpOpened = createAction('account/setUpOpened');

/** It was turned on or off, or has new recovery codes. */
export const secondFactorChanged = createAction('account/secondFactorChanged');

/** A name was given, a password, or the wish to delete the account; each with fields that are well formed. */
export const nameSubmitted = createAction<{ readonly name: string }>('account/nameSubmitted');
export const passwordSubmitted = createAction<PasswordChange>('account/passwordSubmitted');
export const deletionSubmitted = createAction<{ readonly password: string }>('account/deletionSubmitted');

function withForm(state: AccountState, form: AccountForm, next: FormState): AccountState {
  return next === state.forms[form] ? state : { ...state, forms: { ...state.forms, [form]: next } };
}

const submitted = (form: AccountForm) => (state: AccountState) =>
  withForm(state, form, formMachine.step(state.forms[form], 'submitted', undefined));

const on = reducersOf<AccountState>();

/** The account page. It comes with the page, and is forgotten with the person. */
export const accountSlice = createSlice({
  name: 'account',
  initialState: freshAccount,
  reducers: {
    formRefused: on<Refusal & { readonly form: AccountForm }>((state, { form, ...refusal }) =>
      withForm(state, form, formMachine.step(state.forms[form], 'refused', refusal)),
    ),
    formAccepted: on<AccountForm>((state, form) =>
      withForm(state, form, formMachine.step(state.forms[form], 'accepted', undefined)),
    ),
    summaryArrived: on<Account>((_state, summary) => ({ summary, summaryLost: false })),
    summaryLost: on(() => ({ summaryLost: true })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(nameSubmitted, submitted('name'))
      .addCase(passwordSubmitted, submitted('password'))
      .addCase(deletionSubmitted, submitted('deletion'))
      .addMatcher(sessionsMachine.hears, inField('sessions', sessionsMachine));
  },
});

export const {
  accountOpened,
  sessionsArrived,
  sessionsFailed,
  endingAsked,
  endingRefused,
  passwordWanted,
  passwordGiven,
  endingCancelled,
} = sessionsMachine.actions;

export const { formRefused, formAccepted, summaryArrived, summaryLost } = accountSlice.actions;

const accountOf = ({ account = freshAccount }: RootState) => account;

/** Whether a form is being sent, or was refused and why. */
export const selectForm = (state: RootState, form: AccountForm) => accountOf(state).forms[form];

/** The open sessions, and which of them is being ended. */
export const selectSessions = (state: RootState) => accountOf(state).sessions;

/** What goes with the account; null until it is known. */
export const selectAccountSummary = (state: RootState) => accountOf(state).summary;

/** Whether that was asked for in vain. */
export const selectSummaryLost = (state: RootState) => accountOf(state).summaryLost;
