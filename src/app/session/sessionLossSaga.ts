import { call, fork, put, race, select, take } from 'typed-redux-saga';
import { isSignInPage, loginPath } from '../paths';
import { getPorts } from '../ports';
import { callApi } from '../sagas/request';
import { refreshSession } from './refreshSession';
import { selectSessionPhase, selectUser } from './sessionSelectors';
import { sessionArrived, sessionEnded, sessionEnding } from './sessionSlice';

/** The session is over here whatever the server says to it. @returns whether the server has ended it too */
function* signOutQuietly() {
  try {
    yield* callApi('session', 'signOut');
    return true;
  } catch {
    return false;
  }
}

/**
 * Signs out after a 401 of the app API (specification, sections 4 and 8): the person's work is cancelled and their data
 * dropped by `sessionEnded`, the server signs out, and /login is shown, from where people come back to the page that they left.
 * A guarded page leads there by itself as soon as the session has ended; then there is no second way to go.
 * A person who has signed in again meanwhile stays signed in.
 *
 * @returns whether the server was told: the session is then read again, as after any sign-out
 */
export function* endLostSession() {
  const { navigate, location } = yield* getPorts();
  const from = yield* call(location);
  const person = yield* select(selectUser);
  if (person !== undefined) yield* put(sessionEnding({ personId: person.id }));
  yield* put(sessionEnded({ byChoice: false }));
  const { done, arrived } = yield* race({ done: call(signOutQuietly), arrived: take(sessionArrived) });
  const led = isSignInPage(yield* call(location));
  if (!arrived && !led) yield* call(navigate, loginPath(from), { replace: true });
  return done === true;
}

/** However many 401s arrive, the session is ended once: those that come later find none. */
export function* sessionLossSaga() {
  const { sessionLosses } = yield* getPorts();
  while (true) {
    yield* take(sessionLosses);
    if ((yield* select(selectSessionPhase)) === 'signedOut') continue;
    if (yield* call(endLostSession)) yield* fork(refreshSession);
  }
}
