import { put } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { abortable } from '../sagas/request';
import { aboutArrived, aboutFailed } from './aboutSlice';

/** Reads once what the server tells about itself. Without it the app goes on with what it may assume. */
export function* aboutSaga() {
  const { about } = yield* getPorts();
  try {
    yield* put(aboutArrived(yield* abortable(about.read)));
  } catch {
    yield* put(aboutFailed());
  }
}
