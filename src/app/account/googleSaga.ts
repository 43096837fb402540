import { takeLatest, takeLeading } from 'typed-redux-saga';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { failureNotice, request } from '../sagas/request';
import { accountOpened } from './accountEvents';
import { FAILED } from './accountWords';
import { disconnectAsked, disconnectRefused, googleArrived, googleAsked, googleFailed } from './googleSlice';

const NOT_TOLD = 'Disconnected, but Google could not be told. Remove Tabpoint in your Google account as well.';

/** Asks which Google account is connected. */
export function* showGoogle() {
  const { google } = yield* getPorts();
  yield* request(abortable(google.read), { done: googleArrived, failed: googleFailed });
}

/** Gives the Google account up. */
export function* disconnectGoogle() {
  const { google } = yield* getPorts();
  yield* request(abortable(google.disconnect), {
    done: (told) => [
      googleArrived(null),
      noticeShown(told ? { kind: 'info', text: 'Google disconnected' } : { kind: 'error', text: NOT_TOLD }),
    ],
    failed: (failure) => [disconnectRefused(), failureNotice(failure, FAILED)],
  });
}

export function* googleSaga() {
  yield* takeLatest([accountOpened, googleAsked], showGoogle);
  yield* takeLeading(disconnectAsked, disconnectGoogle);
}
