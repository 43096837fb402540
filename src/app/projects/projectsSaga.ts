import {
  call,
  put,
  race,
  type SagaGenerator,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
} from 'typed-redux-saga';
import { projectCreated } from '../createFlow/createFlowSlice';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { untilLookedAt } from '../sagas/untilLookedAt';
import { sessionEnded } from '../session/sessionSlice';
import { changeAccess, deleteProject, restoreProject } from './projectChanges';
import { selectProject, selectSomethingSyncing } from './projectsSelectors';
import {
  accessChosen,
  accessConfirmed,
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
  projectListWanted,
  projectMissing,
  projectOpened,
  restoreRequested,
} from './projectsSlice';

/** Milliseconds between two looks at something that is syncing. */
export const SYNCING_PAUSE = 2_000;

/** Milliseconds between two looks at what changes without the person: a sheet that is no longer shared, for example. */
export const QUIET_PAUSE = 30_000;

/** After these, an answer that was asked for before may be older than what is known. */
const NEWS = [projectArrived, projectCreated, accessConfirmed, projectDeleted];

/** What a request answers to somebody who knows nothing newer by then: it is made again where something happens meanwhile. */
function* newest<Answer>(ask: () => SagaGenerator<Answer>): SagaGenerator<Answer> {
  for (;;) {
    const { answer } = yield* race({ answer: call(ask), news: take(NEWS) });
    if (answer !== undefined) return answer;
  }
}

function* askList() {
  const { projects } = yield* getPorts();
  try {
    yield* put(projectListArrived(yield* newest(() => abortable(projects.list))));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(projectListFailed(failure));
  }
}

function* keepListFresh() {
  for (;;) {
    yield* call(askList);
    yield* call(untilLookedAt, (yield* select(selectSomethingSyncing)) ? SYNCING_PAUSE : QUIET_PAUSE);
  }
}

/** Asks for the list, and again and again while it is on the screen and somebody looks at it. */
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
    yield* put(projectArrived(yield* newest(() => abortable(projects.one, projectId))));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(failure.status === 404 ? projectMissing({ projectId }) : projectFailed({ projectId, failure }));
  }
}

function* keepProjectFresh(projectId: string) {
  for (;;) {
    yield* call(askProject, projectId);
    const project = yield* select(selectProject, projectId);
    yield* call(untilLookedAt, project?.status === 'syncing' ? SYNCING_PAUSE : QUIET_PAUSE);
  }
}

/** Asks for a project, and again and again while its page is on the screen and somebody looks at it. */
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
