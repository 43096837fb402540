import type { RootState } from '../rootReducer';
import type { Refusal } from '../ui/forms/useForm';
import { type AccountForm, freshAccount } from './accountSlice';
import { restingSecondFactor } from './secondFactorSlice';

const accountOf = ({ account = freshAccount }: RootState) => account;

/** Whether a form is being sent: its button loads. */
export const selectSending = (state: RootState, form: AccountForm) => accountOf(state).forms[form].phase === 'sending';

/** Why a form was refused; undefined when it was not. */
export function selectRefusal(state: RootState, form: AccountForm): Refusal | undefined {
  const shown = accountOf(state).forms[form];
  return shown.phase === 'refused' ? shown : undefined;
}

/** The open sessions, and which of them is being ended. */
export const selectSessions = (state: RootState) => accountOf(state).sessions;

/** What goes with the account; null until it is known. */
export const selectHoldings = (state: RootState) => accountOf(state).holdings;

/** Whether that was asked for in vain. */
export const selectHoldingsLost = (state: RootState) => accountOf(state).holdingsLost;

/** How far a change of two-step sign-in has come. */
export const selectSecondFactor = ({ secondFactor = restingSecondFactor }: RootState) => secondFactor;
