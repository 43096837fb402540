import { paths } from '../../src/app/paths';
import { rootReducer } from '../../src/app/rootReducer';
import {
  authFormSlice,
  authRefused,
  codeRefused,
  codeRequired,
  kindSwitched,
  signInSubmitted,
} from '../../src/app/session/authFormSlice';
import { sessionMissing, sessionUnavailable } from '../../src/app/session/sessionSlice';
import { mara, unavailable } from './samples';
import { type ShownState, stateAt } from './shownState';

authFormSlice.injectInto(rootReducer);

const session = stateAt(paths.projects);
const login = stateAt(paths.login);
const signup = stateAt(paths.signup);

const taken = 'An account with this email exists. Log in instead.';
const sent = { email: mara.email, password: 'a quiet sentence' };

/** Before somebody is known: the session, signing in, signing up. */
export const entryStates: readonly ShownState[] = [
  session('session-loading'),
  session('session-unavailable', sessionUnavailable(unavailable)),
  login('login', sessionMissing()),
  login('login-sending', sessionMissing(), signInSubmitted(sent)),
  login(
    'login-refused',
    sessionMissing(),
    authRefused({ message: 'That email and password do not match. Try again.', field: 'password' }),
  ),
  login('login-code', sessionMissing(), codeRequired()),
  login('login-code-refused', sessionMissing(), codeRequired(), codeRefused({ message: 'That code is not right.' })),
  login('login-recovery-code', sessionMissing(), codeRequired(), kindSwitched()),
  signup('signup', sessionMissing()),
  signup('signup-refused', sessionMissing(), authRefused({ message: taken, field: 'email' })),
];
