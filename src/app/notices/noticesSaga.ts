import type { Action, ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { call, delay, put, race, take, takeEvery } from 'typed-redux-saga';
import { noticeDismissed, noticeHeld, noticeReleased, noticeShown } from './noticesSlice';

/** Milliseconds a notice stays; longer when there is something to choose in it. */
export const NOTICE_TIME = 5_000;
export const NOTICE_TIME_WITH_ACTION = 10_000;

/** Whether an action is an event about one notice. */
const is = (event: ActionCreatorWithPayload<string>, id: string) => (action: Action) =>
  event.match(action) && action.payload === id;

/** The time a notice has; it begins anew whenever the notice is no longer held. */
function* wait(id: string, time: number) {
  while (true) {
    const { held } = yield* race({ passed: delay(time), held: take(is(noticeHeld, id)) });
    if (!held) return;
    yield* take(is(noticeReleased, id));
  }
}

/** An error stays until it is dismissed: it must not be missed by looking away. */
export function* dismissLater({ payload: { id, kind, action, time: told } }: ReturnType<typeof noticeShown>) {
  if (kind === 'error') return;
  const time = told ?? (action === undefined ? NOTICE_TIME : NOTICE_TIME_WITH_ACTION);
  const { dismissed } = yield* race({ waited: call(wait, id, time), dismissed: take(is(noticeDismissed, id)) });
  if (!dismissed) yield* put(noticeDismissed(id));
}

export const noticesSaga = () => takeEvery(noticeShown, dismissLater);
