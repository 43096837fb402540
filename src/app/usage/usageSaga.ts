import { put, select, takeLatest } from 'typed-redux-saga';
import { projectListWanted } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { selectUsageView } from './usageSelectors';
import { questionChosen, usageArrived, usageFailed, usageLeft, usageOpened } from './usageSlice';

/** Fetches usage for the current query. A response to an earlier query, or after leaving the page, is ignored. */
export function* showUsage() {
  const { known } = yield* select(selectUsageView);
  yield* request(callApi('usage', 'read', known.question), {
    done: usageArrived,
    failed: usageFailed,
    leaves: [usageLeft],
  });
}

/** Fetches the list of projects for the project choice. */
export function* openUsage() {
  yield* put(projectListWanted());
}

export function* usageSaga() {
  yield* takeLatest(usageOpened, openUsage);
  yield* takeLatest([usageOpened, questionChosen], showUsage);
}
