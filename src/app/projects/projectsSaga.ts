import { call, delay, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { changeAccess, deleteProject, restoreProject } from './projectChanges';
import { selectProject, selectSomethingSyncing } from './projectsSelectors';
import {
  accessChosen,
  deleteRequested,
  projectArrived,
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
  restoreRequested,
} from './projectsSlice';

/** Milliseconds between two looks at something that is syncing. */
export const SYNCING_PAUSE = 2_000;

function* askList() {
  const { projects } = yield* getPorts();
  try {
    yield* put(projectListArrived(yield* abortable(projects.list)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(projectListFailed(failure));
  }
}

function* keepListFresh() {
  do {
    yield* call(askList);
    yield* delay(SYNCING_PAUSE);
  } while (yield* select(selectSomethingSyncing));
}

/** Asks for the list, and again while it is on the screen and something in it is syncing. */
export function* showList() {
  yield* race({ asked: call(keepListFresh), left: take([projectListLeft, sessionEnded]) });
}

/** Asks for the list once. */
export function* findList() {
  yield* race({ asked: call(askList), ended: take(sessionEnded) });
}

function* askProject(projectId: string) {
  const { projects } = yield* getPorts();
  try {
    yield* put(projectArrived(yield* abortable(projects.one, projectId)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(failure.status === 404 ? projectMissing({ projectId }) : projectFailed({ projectId, failure }));
  }
}

function* keepProjectFresh(projectId: string) {
  do {
    yield* call(askProject, projectId);
    yield* delay(SYNCING_PAUSE);
  } while ((yield* select(selectProject, projectId))?.status === 'syncing');
}

/** Asks for a project, and again while its page is on the screen and it is syncing. */
export function* showProject({ payload: { projectId } }: ReturnType<typeof projectOpened>) {
  yield* race({ asked: call(keepProjectFresh, projectId), left: take([projectLeft, sessionEnded]) });
}

export function* projectsSaga() {
  yield* takeLatest([projectListOpened, projectListRetried], showList);
  yield* takeLatest(projectOpened, showProject);
  yield* takeLeading(deleteRequested, deleteProject);
  yield* takeLeading(accessChosen, changeAccess);
  yield* takeEvery(restoreRequested, restoreProject);
  yield* takeLeading(projectListWanted, findList);
}
