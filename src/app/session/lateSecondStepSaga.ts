import { lateSaga } from '../sagas/lateSaga';
import { codeGiven, codeWanted } from './secondStepEvents';

/** What the second step of signing in does, fetched when a code is wanted: most people have none. */
export function* lateSecondStepSaga() {
  yield* lateSaga({
    wake: [codeWanted],
    events: [codeGiven],
    load: async () => (await import(/* webpackChunkName: "secondStep" */ './secondStepSaga')).secondStepSaga,
  });
}
