import { call, fork, type SagaGenerator, select, takeLatest, takeLeading } from 'typed-redux-saga';
import type { RootState } from '../rootReducer';
import { callApi, repeatOnChange, request, untilLeft } from '../sagas/request';
import { waitUntilVisible } from '../sagas/waitUntilVisible';
import { projectChangesSaga } from './projectChanges';
import { selectProject, selectSomethingSyncing } from './projectsSelectors';
import {
  accessConfirmed,
  projectArrived,
  projectCreated,
  projectDeleted,
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
} from './projectsSlice';

/** Poll interval in milliseconds while a project is syncing. */
export const SYNCING_POLL_MS = 2_000;

/** Poll interval in milliseconds otherwise: projects also change without the user, for example when a sheet is no longer shared. */
export const QUIET_POLL_MS = 30_000;

/** Events after which the response of a request in flight may be older than the state. */
const CHANGES = [projectArrived, projectCreated, accessConfirmed, projectDeleted];

/** Fetches the list once. */
export const fetchList = () =>
  request(
    repeatOnChange(() => callApi('projects', 'list'), CHANGES),
    { done: projectListArrived, failed: projectListFailed },
  );

/** Fetches, and fetches again and again while the page is visible, more often while something is syncing. */
function* poll(fetch: () => SagaGenerator<void>, isSyncing: (state: RootState) => boolean): SagaGenerator<void> {
  for (;;) {
    yield* call(fetch);
    yield* call(waitUntilVisible, (yield* select(isSyncing)) ? SYNCING_POLL_MS : QUIET_POLL_MS);
  }
}

/** Fetches the list, and polls it while it is on the screen. */
export const showList = () => untilLeft(poll(fetchList, selectSomethingSyncing), [projectListLeft]);

const fetchProject = (projectId: string) =>
  request(
    repeatOnChange(() => callApi('projects', 'one', projectId), CHANGES),
    {
      done: projectArrived,
      failed: (failure) =>
        failure.status === 404 ? projectMissing({ projectId }) : projectFailed({ projectId, failure }),
    },
  );

/** Fetches a project, and polls it while its page is on the screen. */
export const showProject = ({ payload: { projectId } }: ReturnType<typeof projectOpened>) => {
  const isSyncing = (state: RootState) => selectProject(state, projectId)?.status === 'syncing';
  return untilLeft(
    poll(() => fetchProject(projectId), isSyncing),
    [projectLeft],
  );
};

export function* projectsSaga() {
  yield* takeLatest([projectListOpened, projectListRetried], showList);
  yield* takeLatest(projectOpened, showProject);
  yield* takeLeading(projectListWanted, fetchList);
  yield* fork(projectChangesSaga);
}
