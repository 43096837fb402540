import {
  accountSlice,
  endingAsked,
  formRefused,
  holdingsArrived,
  nameSubmitted,
  passwordSubmitted,
  passwordWanted,
  deletionSubmitted,
  sessionsArrived,
  sessionsFailed,
} from '../account/accountSlice';
import { paths } from '../paths';
import { rootReducer } from '../rootReducer';
import { sessions, unreachable } from './samples';
import { signedIn, stateAt, type ShownState } from './shownState';

accountSlice.injectInto(rootReducer);

const account = stateAt(paths.account);
const off = { on: false, required: false, recoveryCodes: 0 };
const holdings = { projects: 5, keys: 8, hasPassword: true, secondFactor: off };
const known = [signedIn, holdingsArrived(holdings), sessionsArrived(sessions)];
const current = sessions.slice(0, 1);
const wrong = 'Your current password is not right.';

/** The account page: each form, the sessions. */
export const accountStates: readonly ShownState[] = [
  account('account', ...known),
  account('account-loading', signedIn),
  account('account-error', signedIn, sessionsFailed(unreachable)),
  account('account-one-session', signedIn, holdingsArrived(holdings), sessionsArrived(current)),
  account('account-ending', ...known, endingAsked({ id: null })),
  account('account-ending-one', ...known, endingAsked({ id: 'phone' })),
  account('account-ending-confirming', ...known, passwordWanted({ id: 'phone' })),
  account('account-ending-refused', ...known, passwordWanted({ id: null, message: 'Your password is not right.' })),
  account('account-name-sending', ...known, nameSubmitted({ name: 'Mara' })),
  account(
    'account-password-sending',
    ...known,
    passwordSubmitted({ currentPassword: 'old words', newPassword: 'new words too' }),
  ),
  account('account-refused', ...known, formRefused({ form: 'password', field: 'current', message: wrong })),
  account('account-deletion-refused', ...known, formRefused({ form: 'deletion', field: 'password', message: wrong })),
  account('account-deleting', ...known, deletionSubmitted({ password: 'old words' })),
  account(
    'account-without-password',
    signedIn,
    holdingsArrived({ ...holdings, hasPassword: false }),
    sessionsArrived(current),
  ),
];
