import { call, fork, put, type SagaGenerator, select, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import type { ApiFailure } from '../http/apiError';
import type { RootState } from '../rootReducer';
import { callApi, type Outcome, repeatOnChange, request, runUntil } from '../sagas/request';
import { waitUntilVisible } from '../sagas/waitUntilVisible';
import { projectChangesSaga } from './projectChanges';
import { selectProject, selectProjectStates, selectSomethingSyncing, withChanges } from './projectsSelectors';
import {
  projectArrived,
  projectChanges,
  projectFailed,
  projectLeft,
  projectListArrived,
  projectListFailed,
  projectListLeft,
  projectListOpened,
  projectListRetried,
  projectListWanted,
  projectMissing,
  projectOpened,
  projectOutdated,
} from './projectsSlice';

/** Poll interval in milliseconds while a project is syncing. */
export const SYNCING_POLL_MS = 2_000;

/** Poll interval in milliseconds otherwise: projects also change without the user, for example when a sheet is no longer shared. */
export const QUIET_POLL_MS = 30_000;

/** Fetches the list once. */
export function* fetchList() {
  const before = yield* select(selectProjectStates);
  yield* request(callApi('projects', 'list'), {
    *done(listed) {
      yield* put(projectListArrived(withChanges(listed, before, yield* select(selectProjectStates))));
    },
    failed: projectListFailed,
  });
}

/** Fetches, and fetches again and again while the page is visible, more often while something is syncing. */
function* poll(fetch: () => SagaGenerator<void>, isSyncing: (state: RootState) => boolean): SagaGenerator<void> {
  for (;;) {
    yield* call(fetch);
    yield* call(waitUntilVisible, (yield* select(isSyncing)) ? SYNCING_POLL_MS : QUIET_POLL_MS);
  }
}

/** Fetches the list, and polls it while it is on the screen. */
export const showList = () => runUntil(poll(fetchList, selectSomethingSyncing), [projectListLeft]);

const readProject = (projectId: string, failed: (failure: ApiFailure) => Outcome) =>
  request(
    repeatOnChange(() => callApi('projects', 'one', projectId), [projectChanges(projectId)]),
    { done: projectArrived, failed },
  );

const fetchProject = (projectId: string) =>
  readProject(projectId, (failure) =>
    failure.status === 404 ? projectMissing({ projectId }) : projectFailed({ projectId, failure }),
  );

/** Reads a project again; a failure changes nothing. */
export const refreshProject = ({ payload: { projectId } }: ReturnType<typeof projectOutdated>) =>
  readProject(projectId, () => []);

/** Fetches a project, and polls it while its page is on the screen. */
export const showProject = ({ payload: { projectId } }: ReturnType<typeof projectOpened>) => {
  const isSyncing = (state: RootState) => selectProject(state, projectId)?.status === 'syncing';
  return runUntil(
    poll(() => fetchProject(projectId), isSyncing),
    [projectLeft],
  );
};

export function* projectsSaga() {
  yield* takeLatest([projectListOpened, projectListRetried], showList);
  yield* takeLatest(projectOpened, showProject);
  yield* takeLeading(projectListWanted, fetchList);
  yield* takeEvery(projectOutdated, refreshProject);
  yield* fork(projectChangesSaga);
}
