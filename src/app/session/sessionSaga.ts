import { call, put, select, takeLatest, takeLeading } from 'typed-redux-saga';
import { callApi, failureNotice, request } from '../sagas/request';
import { UNANSWERED } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { refreshSession } from './refreshSession';
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

/** A refresh that finds no session, or that of somebody else, ends that of the person before: nothing of theirs stays. */
function* tell(found: User | null) {
  const known = yield* select(selectUser);
  if (known !== undefined && known.id !== found?.id) {
    yield* put(sessionEnding({ personId: known.id }));
    yield* put(sessionEnded({ byChoice: false }));
  }
  yield* put(found === null ? sessionMissing() : sessionArrived(found));
}

/** Reads the session. An answer that comes after the session has ended is not heard. */
export const readSession = () =>
  request(callApi('session', 'read'), {
    done: tell,
    failed: (failure) => (failure.status === 401 ? tell(null) : sessionUnavailable(failure)),
  });

/**
 * "Logout". The session ends here as soon as the server has ended it; the page left behind is not come back to. That is why this is
 * no `request`: the sign-out itself may bring a 401 of another call about, which must not take its place.
 */
export function* signOut() {
  const { navigate } = yield* getPorts();
  try {
    yield* callApi('session', 'signOut');
    yield* put(sessionEnded({ byChoice: true }));
    yield* call(navigate, paths.login, { replace: true });
    yield* call(refreshSession);
  } catch (error) {
    yield* put(failureNotice(failureOf(error), UNANSWERED));
  }
}

export function* sessionSaga() {
  yield* takeLatest([sessionAsked, sessionRefreshSignalled], readSession);
  yield* takeLeading(signOutRequested, signOut);
}

/** The first reading, when the app starts. */
export function* startSession() {
  if ((yield* select(selectSession)).phase === 'loading') yield* put(sessionAsked());
}
