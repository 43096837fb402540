import { call, delay, put, race, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectAccessWaiting, selectProject, selectSomethingSyncing } from './projectsSelectors';
import {
  accessChosen,
  accessConfirmed,
  accessRefused,
  deleteFailed,
  deleteRequested,
  projectArrived,
  projectDeleted,
  projectFailed,
  projectLeft,
  projectListArrived,
  projectListFailed,
  projectListLeft,
  projectListOpened,
  projectListRetried,
  projectMissing,
  projectOpened,
} from './projectsSlice';

/** Milliseconds between two looks at something that is syncing. */
export const SYNCING_PAUSE = 2_000;

export const DELETE_FAILED = 'The project could not be deleted. Try again.';
export const ACCESS_FAILED = 'The access could not be changed. Try again.';

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

function* remove(projectId: string) {
  const { projects } = yield* getPorts();
  try {
    yield* abortable(projects.remove, projectId);
  } catch (error) {
    if (failureOf(error).status !== 404) throw error;
  }
}

/** Deletes after the person has confirmed. A project that is gone already is as good as deleted. */
export function* deleteProject({ payload: { projectId } }: ReturnType<typeof deleteRequested>) {
  const { navigate, location } = yield* getPorts();
  const title = (yield* select(selectProject, projectId))?.title ?? 'Project';
  try {
    const { ended } = yield* race({ removed: call(remove, projectId), ended: take(sessionEnded) });
    if (ended) return;
    const onItsPage = (yield* call(location)).startsWith(`/projects/${encodeURIComponent(projectId)}/`);
    yield* put(projectDeleted({ projectId }));
    yield* put(noticeShown({ kind: 'info', text: `${title} deleted` }));
    if (onItsPage) yield* call(navigate, paths.projects, { replace: true });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(deleteFailed());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, DELETE_FAILED) }));
  }
}

/** Tells the server who may read. The switch shows it already; when the server refuses, it goes back. */
export function* changeAccess({ payload: { projectId, access } }: ReturnType<typeof accessChosen>) {
  if (!(yield* select(selectAccessWaiting))) return;
  const { projects } = yield* getPorts();
  try {
    const { project } = yield* race({
      project: abortable(projects.update, projectId, { access }),
      ended: take(sessionEnded),
    });
    if (project) yield* put(accessConfirmed(project));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(accessRefused());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, ACCESS_FAILED) }));
  }
}

export function* projectsSaga() {
  yield* takeLatest([projectListOpened, projectListRetried], showList);
  yield* takeLatest(projectOpened, showProject);
  yield* takeLeading(deleteRequested, deleteProject);
  yield* takeLeading(accessChosen, changeAccess);
}
