import { put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { callApi, failureNotice, request } from '../sagas/request';
import { UNANSWERED } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { leaveSession } from './refreshSession';
import { selectSession, selectUser } from './sessionSelectors';
import {
  sessionArrived,
  sessionAsked,
  sessionEnded,
  sessionEnding,
  sessionMissing,
  sessionRefreshSignalled,
  sessionUnavailable,
  signOutRequested,
  type User,
} from './sessionSlice';

/** Applies the session that was read. If it is missing or of another user, the current session ends first, which removes its user's data. */
function* applySession(found: User | null) {
  const current = yield* select(selectUser);
  if (current !== undefined && current.id !== found?.id) {
    yield* put(sessionEnding({ personId: current.id }));
    yield* put(sessionEnded({ byChoice: false }));
  }
  yield* put(found === null ? sessionMissing() : sessionArrived(found));
}

/** Reads the session. A response after the end of the session is ignored. */
export const readSession = () =>
  request(callApi('session', 'read'), {
    done: applySession,
    failed: (failure) => (failure.status === 401 ? applySession(null) : sessionUnavailable(failure)),
  });

/**
 * Signs out after "Logout": ends the session once the server has ended it, and opens a /login that remembers no page. It does not use
 * `request`, which the end of the session cancels: the sign-out may cause a 401 in another call, and must not be cancelled by it.
 */
export function* signOut() {
  try {
    yield* callApi('session', 'signOut');
    yield* leaveSession();
  } catch (error) {
    yield* put(failureNotice(failureOf(error), UNANSWERED));
  }
}

export function* sessionSaga() {
  yield* takeLatest([sessionAsked, sessionRefreshSignalled], readSession);
  yield* takeLeading(signOutRequested, signOut);
}

/** Reads the session when the app starts. */
export function* startSession() {
  if ((yield* select(selectSession)).phase === 'loading') yield* put(sessionAsked());
}
