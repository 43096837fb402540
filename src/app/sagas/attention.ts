import { eventChannel } from 'redux-saga';
import { call, delay, race, take } from 'typed-redux-saga';

/** The page comes back to the person, or the network to the page. */
const returns = () =>
  eventChannel<true>((emit) => {
    const tell = () => emit(true);
    document.addEventListener('visibilitychange', tell);
    window.addEventListener('focus', tell);
    window.addEventListener('online', tell);
    return () => {
      document.removeEventListener('visibilitychange', tell);
      window.removeEventListener('focus', tell);
      window.removeEventListener('online', tell);
    };
  });

/** Whether somebody may see the page, and the server can be asked. */
const isAttended = () => document.visibilityState === 'visible' && navigator.onLine;

/**
 * Waits until what is on the screen is to be asked for again: after a while, or as soon as the person comes back to the window.
 * While the page is hidden, or there is no network, it waits on.
 *
 * @param milliseconds for somebody who looks all the time
 */
export function* untilLookedAt(milliseconds: number) {
  const returned = yield* call(returns);
  try {
    yield* race({ returned: take(returned), passed: delay(milliseconds) });
    while (!(yield* call(isAttended))) yield* take(returned);
  } finally {
    returned.close();
  }
}
