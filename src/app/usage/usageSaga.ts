import { put, select, takeEvery, takeLatest } from 'typed-redux-saga';
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
    until: [usageLeft],
  });
}

/** Fetches usage, and the list of projects for the project choice. */
export function* usageSaga() {
  yield* takeEvery(usageOpened, () => put(projectListWanted()));
  yield* takeLatest([usageOpened, questionChosen], showUsage);
}
