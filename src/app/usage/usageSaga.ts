import { put, select, takeLatest } from 'typed-redux-saga';
import { projectListWanted } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { selectUsageView } from './usageSelectors';
import { questionChosen, usageArrived, usageFailed, usageLeft, usageOpened } from './usageSlice';

/** Asks what is looked at; an answer to an earlier question, or that comes after the page was left, is not heard. */
export function* showUsage() {
  const { known } = yield* select(selectUsageView);
  yield* request(callApi('usage', 'read', known.question), {
    done: usageArrived,
    failed: usageFailed,
    leaves: [usageLeft],
  });
}

/** The list of projects is what one can choose from. */
export function* openUsage() {
  yield* put(projectListWanted());
}

export function* usageSaga() {
  yield* takeLatest(usageOpened, openUsage);
  yield* takeLatest([usageOpened, questionChosen], showUsage);
}
