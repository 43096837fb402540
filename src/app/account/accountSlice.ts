import { createAction, createSlice } from '@reduxjs/toolkit';
import type { Account } from '../../contract/account';
import { inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { RootState } from '../rootReducer';
import type { Refusal } from '../ui/forms/useForm';
import type { PasswordChange } from './accountApi';
import { sessionsMachine, type SessionsState } from './sessionsMachine';

/** State of a form of the account page; each has its own request, one at a time. Typed text stays in the page. */
interface FormState {
  readonly working: boolean;
  readonly refusal?: Refusal;
}

const idle: FormState = { working: false };

/** The forms of the page. */
export type AccountForm = 'name' | 'password' | 'deletion';

interface AccountState {
  readonly forms: Readonly<Record<AccountForm, FormState>>;
  readonly sessions: SessionsState;
  /** Summary of the account; null until loaded. */
  readonly summary: Account | null;
  /** Whether the request of the summary failed. */
  readonly summaryLost: boolean;
}

/** Initial state. */
export const freshAccount: AccountState = {
  forms: { name: idle, password: idle, deletion: idle },
  sessions: sessionsMachine.getInitialState(),
  summary: null,
  summaryLost: false,
};

/** Two-step sign-in was turned on or off, or has new recovery codes. */
export const secondFactorChanged = createAction('account/secondFactorChanged');

/** A form was submitted with valid fields. */
export const nameSubmitted = createAction<{ readonly name: string }>('account/nameSubmitted');
export const passwordSubmitted = createAction<PasswordChange>('account/passwordSubmitted');
export const deletionSubmitted = createAction<{ readonly password: string }>('account/deletionSubmitted');

const on = reducersOf<AccountState>();

const withForm = ({ forms }: AccountState, form: AccountForm, next: FormState) => ({
  forms: { ...forms, [form]: next },
});

const submitted = (form: AccountForm) => on((state) => withForm(state, form, { working: true }));

/** The account page. Lazy-loaded with the page, and reset at the end of the session. */
export const accountSlice = createSlice({
  name: 'account',
  initialState: freshAccount,
  reducers: {
    formRefused: on<Refusal & { readonly form: AccountForm }>((state, { form, ...refusal }) =>
      withForm(state, form, { working: false, refusal }),
    ),
    formAccepted: on<AccountForm>((state, form) => withForm(state, form, idle)),
    summaryArrived: on<Account>((_state, summary) => ({ summary, summaryLost: false })),
    summaryLost: on(() => ({ summaryLost: true })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(nameSubmitted, submitted('name'))
      .addCase(passwordSubmitted, submitted('password'))
      .addCase(deletionSubmitted, submitted('deletion'))
      .addMatcher(sessionsMachine.handles, inField('sessions', sessionsMachine));
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

/** Returns whether a form's request is in flight, and why it was refused. */
export const selectForm = (state: RootState, form: AccountForm) => accountOf(state).forms[form];

/** Returns the state of the sessions. */
export const selectSessions = (state: RootState) => accountOf(state).sessions;

/** Returns the summary of the account; null until loaded. */
export const selectAccountSummary = (state: RootState) => accountOf(state).summary;

/** Returns whether the request of the summary failed. */
export const selectSummaryLost = (state: RootState) => accountOf(state).summaryLost;
