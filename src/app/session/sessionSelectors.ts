import { fieldsOf } from '../machine/transitionTable';
import type { RootState } from '../rootReducer';
import type { AuthRefusal, SecondStep } from './authFormSlice';

export const selectSession = (state: RootState) => state.session;
export const selectSessionPhase = (state: RootState) => state.session.phase;

/** Returns the signed-in user. */
export const selectUser = ({ session }: RootState) => fieldsOf(session).user;

/** Returns whether the user chose to sign out: the guard then navigates to a /login that remembers no page. */
export const selectSignedOutByChoice = ({ session }: RootState) => fieldsOf(session).byChoice === true;

/** Returns whether the session ended while a user was signed in, without "Logout". */
export const selectSessionLost = ({ session }: RootState) => fieldsOf(session).lost === true;

/** Returns whether the button of the login page is loading. */
export const selectAuthSubmitting = ({ authForm }: RootState) => authForm?.phase === 'submitting';

/** Returns the text of the login page's banner, and the field it concerns. */
export const selectAuthRefusal = ({ authForm }: RootState): AuthRefusal | undefined =>
  authForm?.phase === 'refused' ? authForm : undefined;

/** Returns the second step while it is required; undefined before the login page is loaded. */
export const selectSecondStep = ({ authForm }: RootState): SecondStep | undefined =>
  authForm?.phase === 'askingCode' || authForm?.phase === 'checkingCode' ? authForm : undefined;
