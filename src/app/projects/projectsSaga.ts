import { call, fork, race, type SagaGenerator, select, take, takeLatest, takeLeading } from 'typed-redux-saga';
import { callApi, request, untilLeft } from '../sagas/request';
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

/** Asks for the list once. */
export const findList = () =>
  request(
    newest(() => callApi('projects', 'list')),
    { done: projectListArrived, failed: projectListFailed },
  );

function* keepListFresh(): SagaGenerator<void> {
  for (;;) {
    yield* call(findList);
    yield* call(waitUntilVisible, (yield* select(selectSomethingSyncing)) ? SYNCING_PAUSE : QUIET_PAUSE);
  }
}

/** Asks for the list, and again and again while it is on the screen and somebody looks at it. */
export const showList = () => untilLeft(keepListFresh(), [projectListLeft]);

const askProject = (projectId: string) =>
  request(
    newest(() => callApi('projects', 'one', projectId)),
    {
      done: projectArrived,
      failed: (failure) =>
        failure.status === 404 ? projectMissing({ projectId }) : projectFailed({ projectId, failure }),
    },
  );

function* keepProjectFresh(projectId: string): SagaGenerator<void> {
  for (;;) {
    yield* call(askProject, projectId);
    const project = yield* select(selectProject, projectId);
    yield* call(waitUntilVisible, project?.status === 'syncing' ? SYNCING_PAUSE : QUIET_PAUSE);
  }
}

/** Asks for a project, and again and again while its page is on the screen and somebody looks at it. */
export const showProject = ({ payload: { projectId } }: ReturnType<typeof projectOpened>) =>
  untilLeft(keepProjectFresh(projectId), [projectLeft]);

export function* projectsSaga() {
  yield* takeLatest([projectListOpened, projectListRetried], showList);
  yield* takeLatest(projectOpened, showProject);
  yield* takeLeading(projectListWanted, findList);
  yield* fork(projectChangesSaga);
}
