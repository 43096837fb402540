import { lateSaga } from '../../sagas/lateSaga';
import { sheetOpened } from './sheetEvents';

/** What a spreadsheet's page does, fetched when one is opened for the first time. */
export function* sheetLoaderSaga() {
  yield* lateSaga({
    wake: [],
    events: [sheetOpened],
    load: async () => (await import(/* webpackChunkName: "drive" */ './sheetSaga')).sheetSaga,
  });
}
