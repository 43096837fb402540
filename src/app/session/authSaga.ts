import { call, put, race, take, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import { rememberedPath } from '../paths';
import { getPorts } from '../ports';
import { callApi, request } from '../sagas/request';
import { authRefusalOf } from './credentials';
import { authRefused, codeRequired, signInSubmitted, signUpSubmitted } from './authFormSlice';
import { refreshSession } from './refreshSession';
import { sessionArrived, sessionEnded, sessionMissing, sessionUnavailable } from './sessionSlice';

/** Said when signing in worked but the session could not be read. */
export const SESSION_NOT_READ = 'You are signed in, but your session could not be read. Reload the page.';

/** Has the session read after a sign-in. Goes where the person was going, as soon as it is there. */
export function* completeSignIn() {
  const { navigate, location } = yield* getPorts();
  yield* refreshSession();
  const { arrived } = yield* race({
    arrived: take(sessionArrived),
    lacking: take([sessionMissing, sessionUnavailable, sessionEnded]),
  });
  if (arrived) yield* call(navigate, rememberedPath(yield* call(location)), { replace: true });
  else yield* put(authRefused({ message: SESSION_NOT_READ }));
}

const refused = (failure: ApiFailure) => authRefused(authRefusalOf(failure));

/** Signs in, or finds out that a code has to follow. */
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
