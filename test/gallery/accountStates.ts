import {
  accountSlice,
  deletionSubmitted,
  endingAsked,
  formRefused,
  summaryArrived,
  summaryLost,
  nameSubmitted,
  passwordSubmitted,
  passwordWanted,
  sessionsArrived,
  sessionsFailed,
} from '../../src/app/account/accountSlice';
import {
  appCodeGiven,
  changeAsked,
  codesMade,
  proofGiven,
  proofRefused,
  secondFactorSlice,
  setUpMade,
} from '../../src/app/account/secondFactorSlice';
import { paths } from '../../src/app/paths';
import { rootReducer } from '../../src/app/rootReducer';
import { sessionArrived } from '../../src/app/session/sessionSlice';
import { mara, sessions, unreachable } from './samples';
import { after, type ShownState, signedIn, stateAt } from './shownState';

accountSlice.injectInto(rootReducer);
secondFactorSlice.injectInto(rootReducer);

const account = stateAt(paths.account);
const off = { on: false, required: false, recoveryCodes: 0 };
const summary = { projects: 5, keys: 8, hasPassword: true, secondFactor: off };
const known = [signedIn, summaryArrived(summary), sessionsArrived(sessions)];
const current = sessions.slice(0, 1);
const on = { ...summary, secondFactor: { on: true, required: false, recoveryCodes: 9 } };
const setUp = {
  uri: 'otpauth://totp/Tabpoint:mara?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tabpoint&digits=6&period=30',
  codes: ['k3v9tq-2mxa7r-fw5dzp-nhc4ye', 'b7h2jw-9qd4mz-x8r1tc-v5nk0g'],
};
const proving = [...known, changeAsked({ change: 'on' }), proofGiven({ password: 'my words' })];
const settingUp = [...proving, setUpMade(setUp)];
const changing = [...known, passwordSubmitted({ currentPassword: 'old words', newPassword: 'new words too' })];
const deleting = [...known, deletionSubmitted({ password: 'old words' })];
const wrong = 'Your current password is not right.';

/** The account page: each form, the sessions. */
export const accountStates: readonly ShownState[] = [
  account('account', ...known),
  account('account-loading', signedIn),
  account('account-error', signedIn, sessionsFailed(unreachable)),
  account('account-one-session', signedIn, summaryArrived(summary), sessionsArrived(current)),
  account('account-ending', ...known, endingAsked({ id: null })),
  account('account-ending-one', ...known, endingAsked({ id: 'phone' })),
  account('account-ending-confirming', ...known, endingAsked({ id: 'phone' }), passwordWanted({ id: 'phone' })),
  account(
    'account-ending-refused',
    ...[...known, endingAsked({ id: null })],
    passwordWanted({ id: null, message: 'Your password is not right.' }),
  ),
  account('account-two-step-on', signedIn, summaryArrived(on), sessionsArrived(current)),
  account('account-two-step-lost', signedIn, summaryLost(), sessionsArrived(current)),
  account('account-two-step-refused', ...proving, proofRefused({ message: 'Your password is not right.' })),
  after(account('account-two-step-setting-up', ...settingUp), { see: '[aria-label^="QR code"]' }),
  account('account-two-step-codes', ...settingUp, appCodeGiven({ code: '123456' }), codesMade(setUp)),
  account('account-two-step-first', sessionArrived({ ...mara, secondFactorMissing: true })),
  account('account-name-sending', ...known, nameSubmitted({ name: 'Mara' })),
  account('account-password-sending', ...changing),
  account('account-refused', ...changing, formRefused({ form: 'password', field: 'current', message: wrong })),
  account(
    'account-deletion-refused',
    ...deleting,
    formRefused({ form: 'deletion', field: 'password', message: wrong }),
  ),
  account('account-deleting', ...deleting),
  account(
    'account-without-password',
    signedIn,
    summaryArrived({ ...summary, hasPassword: false }),
    sessionsArrived(current),
  ),
];
