import { eventChannel } from 'redux-saga';
import { call, delay, race, take } from 'typed-redux-saga';
import { getPorts } from '../ports';

/**
 * Waits until what is on the screen is to be asked for again: after a while, or as soon as the person comes back to the window.
 * While the page is hidden, or there is no network, it waits on.
 *
 * @param milliseconds for somebody who looks all the time
 */
export function* untilLookedAt(milliseconds: number) {
  const { attention } = yield* getPorts();
  const returned = yield* call(() => eventChannel<true>((emit) => attention.hear(() => emit(true))));
  try {
    yield* race({ returned: take(returned), passed: delay(milliseconds) });
    while (!(yield* call(attention.isGiven))) yield* take(returned);
  } finally {
    returned.close();
  }
}
