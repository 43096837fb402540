import { put, select, takeLatest } from 'typed-redux-saga';
import { callApi, request } from '../sagas/request';
import { selectSession, selectUser } from './sessionSelectors';
import {
  sessionArrived,
  sessionAsked,
  sessionEnded,
  sessionEnding,
  sessionMissing,
  sessionRefreshSignalled,
  sessionUnavailable,
  type User,
} from './sessionSlice';

/** A refresh that finds nobody, or somebody else, ends the session of the person it was: nothing of theirs stays. */
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

export const sessionSaga = () => takeLatest([sessionAsked, sessionRefreshSignalled], readSession);

/** The first reading, when the app starts. */
export function* startSession() {
  if ((yield* select(selectSession)).phase === 'loading') yield* put(sessionAsked());
}
