import { put } from 'typed-redux-saga';
import { callApi } from '../sagas/request';
import { aboutArrived } from './aboutSlice';
import type { AxiosInstance } from 'axios';
import type { About } from '../../contract/about';
import { apiPaths } from '../../contract/paths';
import { ask, isText } from '../http/answer';

/** Fetches the server's public settings once. */
export function* aboutSaga() {
  try {
    yield* put(aboutArrived(yield* callApi('about', 'read')));
  } catch {
    // The app goes on with defaults.
  }
}

/** Creates the call that reads the server's public settings. */
export const aboutApi = (http: AxiosInstance) => ({
  read: (signal: AbortSignal) => ask<About>(http, { url: apiPaths.about, signal }, { sheetOrigin: isText }),
});
