import { put } from 'typed-redux-saga';
import { callApi } from '../sagas/request';
import { aboutArrived, aboutFailed } from './aboutSlice';
import type { AxiosInstance } from 'axios';
import type { About } from '../../contract/about';
import { apiPaths } from '../../contract/paths';
import { ask, isText } from '../http/answer';

/** Reads once what the server tells about itself. Without it the app goes on with what it may assume. */
export function* aboutSaga() {
  try {
    yield* put(aboutArrived(yield* callApi('about', 'read')));
  } catch {
    yield* put(aboutFailed());
  }
}

/** What the server tells anyone about itself. */
export const aboutApi = (http: AxiosInstance) => ({
  read: (signal: AbortSignal) => ask<About>(http, { url: apiPaths.about, signal }, { sheetOrigin: isText }),
});
