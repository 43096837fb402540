import { delay, put, takeEvery } from 'typed-redux-saga';
import { noticeDismissed, noticeShown } from './noticesSlice';

/** Milliseconds a notice stays; longer when there is something to choose in it. */
export const NOTICE_TIME = 5_000;
export const NOTICE_TIME_WITH_ACTION = 10_000;

/** An error stays until it is dismissed: it must not be missed by looking away. */
export function* dismissLater({ payload: { id, kind, action } }: ReturnType<typeof noticeShown>) {
  if (kind === 'error') return;
  yield* delay(action === undefined ? NOTICE_TIME : NOTICE_TIME_WITH_ACTION);
  yield* put(noticeDismissed(id));
}

export function* noticesSaga() {
  yield* takeEvery(noticeShown, dismissLater);
}
