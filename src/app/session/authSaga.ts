import { call, put, race, take, takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths, rememberedPath } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { AUTH_FAILED, authRefusalOf } from './authRefusal';
import { authRefused, signInSubmitted, signUpSubmitted } from './authFormSlice';
import { refreshingAfter, refreshSession } from './refreshSession';
import { sessionArrived, sessionEnded, sessionMissing, sessionUnavailable, signOutRequested } from './sessionSlice';

/** Said when signing in worked but the session could not be read. */
export const SESSION_NOT_READ = 'You are signed in, but your session could not be read. Reload the page.';

/** Goes where the person was going, as soon as the refreshed session is there. */
function* enter(authenticate: () => Generator) {
  const { navigate, location } = yield* getPorts();
  try {
    yield* call(authenticate);
    const { arrived } = yield* race({
      arrived: take(sessionArrived),
      lacking: take([sessionMissing, sessionUnavailable, sessionEnded]),
    });
    if (arrived) yield* call(navigate, rememberedPath(yield* call(location)), { replace: true });
    else yield* put(authRefused({ message: SESSION_NOT_READ }));
  } catch (error) {
    yield* put(authRefused(authRefusalOf(failureOf(error))));
  }
}

export function* signIn({ payload }: ReturnType<typeof signInSubmitted>) {
  const { session } = yield* getPorts();
  yield* enter(() => refreshingAfter(session.signIn, payload));
}

export function* signUp({ payload }: ReturnType<typeof signUpSubmitted>) {
  const { session } = yield* getPorts();
  yield* enter(() => refreshingAfter(session.signUp, payload));
}

/** "Logout". The session ends here as soon as the server has ended it; the page left behind is not come back to. */
export function* signOut() {
  const { session, navigate } = yield* getPorts();
  try {
    yield* abortable(session.signOut);
    yield* put(sessionEnded({ byChoice: true }));
    yield* call(navigate, paths.login, { replace: true });
    yield* call(refreshSession);
  } catch (error) {
    yield* put(noticeShown({ kind: 'error', text: failureText(failureOf(error), AUTH_FAILED) }));
  }
}

export function* authSaga() {
  yield* takeLeading(signInSubmitted, signIn);
  yield* takeLeading(signUpSubmitted, signUp);
  yield* takeLeading(signOutRequested, signOut);
}
