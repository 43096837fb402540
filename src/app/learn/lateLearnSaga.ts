import { lateSaga } from '../sagas/lateSaga';
import { guideOpened, guideSearchTyped } from './learnEvents';

/** What fetches guides and searches them, with their page. */
export function* lateLearnSaga() {
  yield* lateSaga({
    wake: [],
    events: [guideOpened, guideSearchTyped],
    load: async () => (await import(/* webpackChunkName: "learn" */ './learnSaga')).learnSaga,
  });
}
