import { call, delay, put, type SagaGenerator } from 'typed-redux-saga';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { sessionEnded, sessionRefreshSignalled } from './sessionSlice';

/** Milliseconds before a refresh is signalled (specification, section 9). */
export const REFRESH_DELAY = 10;

/** Signals that the session may have changed; run it after every auth call that changes it (specification, section 7). */
export function* refreshSession() {
  yield* delay(REFRESH_DELAY);
  yield* put(sessionRefreshSignalled());
}

/** Runs an auth call that changes the session (`callApi`), then signals the refresh. A failed call signals nothing. */
export function* refreshingAfter(changing: SagaGenerator<void>): SagaGenerator<void> {
  yield* changing;
  yield* refreshSession();
}

/** Ends the session in the app by the user's choice: opens a /login that remembers no page. */
export function* leaveSession() {
  const { navigate } = yield* getPorts();
  yield* put(sessionEnded({ byChoice: true }));
  yield* call(navigate, paths.login, { replace: true });
  yield* call(refreshSession);
}
