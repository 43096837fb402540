import type { Action, ActionCreatorWithPayload } from '@reduxjs/toolkit';
import { call, delay, put, race, take, takeEvery } from 'typed-redux-saga';
import { noticeDismissed, noticeHeld, noticeReleased, noticeShown } from './noticesSlice';

/** Duration of a notice in milliseconds; longer if it has an action. */
export const NOTICE_MS = 5_000;
export const NOTICE_WITH_ACTION_MS = 10_000;

/** Returns a predicate for an event about one notice. */
const is = (event: ActionCreatorWithPayload<string>, id: string) => (action: Action) =>
  event.match(action) && action.payload === id;

/** Waits for the duration of a notice; the duration restarts after the notice was held. */
function* wait(id: string, time: number) {
  while (true) {
    const { held } = yield* race({ passed: delay(time), held: take(is(noticeHeld, id)) });
    if (!held) return;
    yield* take(is(noticeReleased, id));
  }
}

/** Dismisses a notice after its duration. An error stays until the user dismisses it, so that it cannot be missed. */
export function* dismissLater({ payload: { id, kind, action, time } }: ReturnType<typeof noticeShown>) {
  if (kind === 'error') return;
  const duration = time ?? (action === undefined ? NOTICE_MS : NOTICE_WITH_ACTION_MS);
  const { dismissed } = yield* race({ waited: call(wait, id, duration), dismissed: take(is(noticeDismissed, id)) });
  if (!dismissed) yield* put(noticeDismissed(id));
}

export const noticesSaga = () => takeEvery(noticeShown, dismissLater);
