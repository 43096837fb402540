import { call, put, race, take, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import { rememberedPath } from '../paths';
import { getPorts } from '../ports';
import { callApi, request } from '../sagas/request';
import { authRefusalOf } from './credentials';
import { authRefused, codeRequired, signInSubmitted, signUpSubmitted } from './authFormSlice';
import { refreshSession } from './refreshSession';
import { sessionArrived, sessionEnded, sessionMissing, sessionUnavailable } from './sessionSlice';

/** Error if the sign-in succeeded but the session could not be read. */
export const SESSION_NOT_READ = 'You are signed in, but your session could not be read. Reload the page.';

/** Reads the session after a sign-in, then navigates to the remembered page. */
export function* completeSignIn() {
  const { navigate, location } = yield* getPorts();
  yield* refreshSession();
  const { arrived } = yield* race({
    arrived: take(sessionArrived),
    missing: take([sessionMissing, sessionUnavailable, sessionEnded]),
  });
  if (arrived) yield* call(navigate, rememberedPath(yield* call(location)), { replace: true });
  else yield* put(authRefused({ message: SESSION_NOT_READ }));
}

const refused = (failure: ApiFailure) => authRefused(authRefusalOf(failure));

/** Signs in, or requests a code if the account has two-step sign-in. */
export const signIn = ({ payload }: ReturnType<typeof signInSubmitted>) =>
  request(callApi('session', 'signIn', payload), {
    done: (codeFollows) => (codeFollows ? codeRequired() : completeSignIn()),
    failed: refused,
  });

export const signUp = ({ payload }: ReturnType<typeof signUpSubmitted>) =>
  request(callApi('session', 'signUp', payload), { done: completeSignIn, failed: refused });

export function* authSaga() {
  yield* takeLeading(signInSubmitted, signIn);
  yield* takeLeading(signUpSubmitted, signUp);
}
