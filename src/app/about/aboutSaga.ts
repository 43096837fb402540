import { put } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { abortable } from '../sagas/request';
import { aboutArrived, aboutFailed } from './aboutSlice';
import type { AxiosInstance } from 'axios';
import type { About } from '../../contract/about';
import { apiPaths } from '../../contract/paths';
import { answerWith, isText } from '../http/answer';

/** Reads once what the server tells about itself. Without it the app goes on with what it may assume. */
export function* aboutSaga() {
  const { about } = yield* getPorts();
  try {
    yield* put(aboutArrived(yield* abortable(about.read)));
  } catch {
    yield* put(aboutFailed());
  }
}

/** What the server tells anyone about itself. */
export interface AboutApi {
  readonly read: (signal: AbortSignal) => Promise<About>;
}

export const aboutApi = (http: AxiosInstance): AboutApi => ({
  async read(signal) {
    const { data } = await http.get<unknown>(apiPaths.about, { signal });
    return answerWith<About>(data, { sheetOrigin: isText });
  },
});
