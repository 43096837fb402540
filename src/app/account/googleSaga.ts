import { put, race, take, takeLatest, takeLeading, call } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { accountOpened } from './accountEvents';
import { FAILED } from './accountWords';
import { disconnectAsked, disconnectRefused, googleArrived, googleAsked, googleFailed } from './googleSlice';

const NOT_TOLD = 'Disconnected, but Google could not be told. Remove Tabpoint in your Google account as well.';

function* ask() {
  const { google } = yield* getPorts();
  try {
    yield* put(googleArrived(yield* abortable(google.read)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(googleFailed(failure));
  }
}

/** Asks which Google account is connected. */
export function* showGoogle() {
  yield* race({ asked: call(ask), ended: take(sessionEnded) });
}

/** Gives the Google account up. */
export function* disconnectGoogle() {
  const { google } = yield* getPorts();
  try {
    const told = yield* abortable(google.disconnect);
    yield* put(googleArrived(null));
    yield* put(noticeShown(told ? { kind: 'info', text: 'Google disconnected' } : { kind: 'error', text: NOT_TOLD }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(disconnectRefused());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, FAILED) }));
  }
}

export function* googleSaga() {
  yield* takeLatest(accountOpened, showGoogle);
  yield* takeLatest(googleAsked, showGoogle);
  yield* takeLeading(disconnectAsked, disconnectGoogle);
}
