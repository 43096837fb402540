import { call, put, race, select, take } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeOutdated, noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectAccessWaiting, selectProject } from './projectsSelectors';
import {
  type accessChosen,
  accessConfirmed,
  accessRefused,
  deleteFailed,
  type deleteRequested,
  projectArrived,
  projectDeleted,
  restoreRequested,
} from './projectsSlice';

/** Said when the server has no words of its own. */
export const DELETE_FAILED = 'The project could not be deleted. Try again.';
export const RESTORE_FAILED = 'The project could not be brought back. It is kept for 30 days. Try again.';
export const ACCESS_FAILED = 'The access could not be changed. Try again.';

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
    const action = { label: 'Undo', event: restoreRequested({ projectId }) };
    yield* put(noticeShown({ kind: 'info', text: `${title} deleted`, action }));
    if (onItsPage) yield* call(navigate, paths.projects, { replace: true });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(deleteFailed());
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, DELETE_FAILED) }));
  }
}

/** Undoes a deletion: the project is there again, at its old address. */
export function* restoreProject({ payload: { projectId } }: ReturnType<typeof restoreRequested>) {
  const { projects } = yield* getPorts();
  try {
    const { project } = yield* race({ project: abortable(projects.restore, projectId), ended: take(sessionEnded) });
    if (!project) return;
    yield* put(projectArrived(project));
    yield* put(noticeShown({ kind: 'info', text: `${project.title} is back` }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, RESTORE_FAILED) }));
  }
}

const accessTopic = (projectId: string) => `access of ${projectId}`;

/** Tells the server who may read. The switch shows it already; when the server refuses, it goes back. */
export function* changeAccess({ payload: { projectId, access } }: ReturnType<typeof accessChosen>) {
  if (!(yield* select(selectAccessWaiting))) return;
  const { projects } = yield* getPorts();
  try {
    const { project } = yield* race({
      project: abortable(projects.update, projectId, { access }),
      ended: take(sessionEnded),
    });
    if (project === undefined) return;
    yield* put(accessConfirmed(project));
    yield* put(noticeOutdated(accessTopic(projectId)));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(accessRefused());
    const text = failureText(failure, ACCESS_FAILED);
    yield* put(noticeShown({ kind: 'error', text, topic: accessTopic(projectId) }));
  }
}
