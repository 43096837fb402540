import { call, put, takeLeading } from 'typed-redux-saga';
import { type ApiFailure, failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { AUTH_FAILED, authRefusalOf } from './authRefusal';
import { authRefused, signInSubmitted, signUpSubmitted } from './authFormSlice';
import { enter } from './enter';
import { refreshingAfter, refreshSession } from './refreshSession';
import { codeWanted } from './secondStepEvents';
import { sessionEnded, signOutRequested } from './sessionSlice';

function* refuse(failure: ApiFailure) {
  yield* put(authRefused(authRefusalOf(failure)));
}

/** Signs in, or finds out that a code has to follow. */
export function* signIn({ payload }: ReturnType<typeof signInSubmitted>) {
  const { session } = yield* getPorts();
  yield* enter(function* () {
    const codeFollows = yield* abortable(session.signIn, payload);
    if (codeFollows) yield* put(codeWanted());
    else yield* refreshSession();
    return !codeFollows;
  }, refuse);
}

export function* signUp({ payload }: ReturnType<typeof signUpSubmitted>) {
  const { session } = yield* getPorts();
  yield* enter(function* () {
    yield* refreshingAfter(session.signUp, payload);
    return true;
  }, refuse);
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
