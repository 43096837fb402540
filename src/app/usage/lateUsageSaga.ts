import { lateSaga } from '../sagas/lateSaga';
import { usageOpened } from './usageEvents';

/** What is done about usage, fetched with its page. */
export function* lateUsageSaga() {
  yield* lateSaga({
    wake: [],
    events: [usageOpened],
    load: async () => (await import(/* webpackChunkName: "usage" */ './usageSaga')).usageSaga,
  });
}
