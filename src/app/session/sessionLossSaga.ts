import { call, flush, fork, put, race, select, take } from 'typed-redux-saga';
import { isSignInPage, loginPath } from '../paths';
import { getPorts } from '../ports';
import { callApi } from '../sagas/request';
import { refreshSession } from './refreshSession';
import { selectSessionPhase, selectUser } from './sessionSelectors';
import { sessionArrived, sessionEnded, sessionEnding } from './sessionSlice';

/** Signs out on the server; the app treats the session as ended in any case. @returns whether the server has ended it too */
function* signOutQuietly() {
  try {
    yield* callApi('session', 'signOut');
    return true;
  } catch {
    return false;
  }
}

/**
 * Signs out after a 401 of the app API (specification, sections 4 and 8): `sessionEnded` cancels the user's requests and resets their
 * data, the server signs out, and /login opens, which remembers the current page.
 * The guard of a page navigates to /login by itself as soon as the session has ended; the saga then does not navigate again.
 * A user who has signed in again meanwhile stays signed in.
 *
 * @returns whether the server has signed out: the session is then read again, as after any sign-out
 */
export function* endLostSession() {
  const { navigate, location } = yield* getPorts();
  const from = yield* call(location);
  const user = yield* select(selectUser);
  if (user !== undefined) yield* put(sessionEnding({ personId: user.id }));
  yield* put(sessionEnded({ byChoice: false }));
  const { isSignedOut, arrived } = yield* race({ isSignedOut: call(signOutQuietly), arrived: take(sessionArrived) });
  const isOnSignInPage = isSignInPage(yield* call(location));
  if (!arrived && !isOnSignInPage) yield* call(navigate, loginPath(from), { replace: true });
  return isSignedOut === true;
}

/** Ends the session once, however many 401s arrive: later ones find the session already ended. */
export function* sessionLossSaga() {
  const { sessionLosses } = yield* getPorts();
  while (true) {
    yield* take(sessionLosses);
    if ((yield* select(selectSessionPhase)) === 'signedOut') continue;
    if (yield* call(endLostSession)) yield* fork(refreshSession);
    // 401s that have arrived meanwhile are of the session that has ended, also if the user has signed in again.
    yield* flush(sessionLosses);
  }
}
