import type { RootState } from '../rootReducer';
import type { AuthRefusal } from './authFormSlice';
import type { RequiredStep } from './secondStepSlice';
import type { User } from './sessionSlice';

export const selectSession = (state: RootState) => state.session;
export const selectSessionPhase = (state: RootState) => state.session.phase;

/** The signed-in person. */
export const selectUser = ({ session }: RootState): User | undefined =>
  session.phase === 'signedIn' ? session.user : undefined;

/** Whether the person chose to sign out: the guard then leads to a /login that remembers no page. */
export const selectSignedOutByChoice = ({ session }: RootState) => session.phase === 'signedOut' && session.byChoice;

/** Whether the session of somebody who was signed in has ended without their doing. */
export const selectSessionLost = ({ session }: RootState) => session.phase === 'signedOut' && session.lost === true;

/** Whether the button of the login page is loading. */
export const selectAuthSubmitting = ({ authForm }: RootState) => authForm?.phase === 'submitting';

/** What the login page's banner says, and the field it concerns. */
export const selectAuthRefusal = ({ authForm }: RootState): AuthRefusal | undefined =>
  authForm?.phase === 'refused' ? authForm : undefined;

/** The second step of signing in; it is not wanted before the login page is there. */
export const selectSecondStep = ({ secondStep }: RootState): RequiredStep | undefined =>
  secondStep === undefined || secondStep.phase === 'notRequired' ? undefined : secondStep;
