import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Account } from '../../contract/account';
import { inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { RootState } from '../rootReducer';
import type { Refusal } from '../ui/forms/useForm';
import type { PasswordChange } from './accountApi';
import { sessionsMachine, type SessionsState } from './sessionsMachine';

/** A form of the account page; each is sent on its own, once at a time. What was typed stays in the page. */
interface FormState {
  readonly working: boolean;
  readonly refusal?: Refusal;
}

const still: FormState = { working: false };

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
  forms: { name: still, password: still, deletion: still },
  sessions: sessionsMachine.getInitialState(),
  summary: null,
  summaryLost: false,
};

/** It was turned on or off, or has new recovery codes. */
export const secondFactorChanged = createAction('account/secondFactorChanged');

/** A name was given, a password, or the wish to delete the account; each with fields that are well formed. */
export const nameSubmitted = createAction<{ readonly name: string }>('account/nameSubmitted');
export const passwordSubmitted = createAction<PasswordChange>('account/passwordSubmitted');
export const deletionSubmitted = createAction<{ readonly password: string }>('account/deletionSubmitted');

const on = reducersOf<AccountState>();

const withForm = ({ forms }: AccountState, form: AccountForm, next: FormState) => ({
  forms: { ...forms, [form]: next },
});

const submitted = (form: AccountForm) => on((state) => withForm(state, form, { working: true }));

/** The account page. It comes with the page, and is forgotten with the person. */
export const accountSlice = createSlice({
  name: 'account',
  initialState: freshAccount,
  reducers: {
    formRefused: on<Refusal & { readonly form: AccountForm }>((state, { form, ...refusal }) =>
      withForm(state, form, { working: false, refusal }),
    ),
    formAccepted: on<AccountForm>((state, form) => withForm(state, form, still)),
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
