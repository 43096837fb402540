import { eventChannel } from 'redux-saga';
import { call, delay, race, take } from 'typed-redux-saga';
import { getPorts } from '../ports';

/**
 * Waits until the time is over or the user comes back to the window, and then until the page is visible and online.
 *
 * @param milliseconds maximum wait while the page is visible
 */
export function* waitUntilVisible(milliseconds: number) {
  const { pageVisibility } = yield* getPorts();
  const returned = yield* call(() => eventChannel<true>((emit) => pageVisibility.onReturn(() => emit(true))));
  try {
    yield* race({ returned: take(returned), passed: delay(milliseconds) });
    while (!(yield* call(pageVisibility.isActive))) yield* take(returned);
  } finally {
    returned.close();
  }
}
