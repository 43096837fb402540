import { call, take } from 'typed-redux-saga';
import { sheetOpened } from './sheetEvents';

const load = () => import(/* webpackChunkName: "drive" */ './sheetSaga');

/** Loads what a spreadsheet's page needs, when one is opened for the first time. */
export function* sheetLoaderSaga() {
  const first = yield* take(sheetOpened);
  const { sheetSaga } = yield* call(load);
  yield* call(sheetSaga, first);
}
