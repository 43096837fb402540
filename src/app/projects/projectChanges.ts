import { call, put, select } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { noticeOutdated, noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { failureNotice, request } from '../sagas/request';
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

/** Deletes after the person has confirmed. A project that is gone already is as good as deleted. */
export function* deleteProject({ payload: { projectId } }: ReturnType<typeof deleteRequested>) {
  const { projects, navigate, location } = yield* getPorts();
  const title = (yield* select(selectProject, projectId))?.title ?? 'Project';
  const done = function* () {
    const onItsPage = (yield* call(location)).startsWith(`/projects/${encodeURIComponent(projectId)}/`);
    yield* put(projectDeleted({ projectId }));
    const action = { label: 'Undo', event: restoreRequested({ projectId }) };
    yield* put(noticeShown({ kind: 'info', text: `${title} deleted`, action }));
    if (onItsPage) yield* call(navigate, paths.projects, { replace: true });
  };
  yield* request(abortable(projects.remove, projectId), {
    done,
    failed: (failure) => (failure.status === 404 ? done() : [deleteFailed(), failureNotice(failure, DELETE_FAILED)]),
  });
}

/** Undoes a deletion: the project is there again, at its old address. */
export function* restoreProject({ payload: { projectId } }: ReturnType<typeof restoreRequested>) {
  const { projects } = yield* getPorts();
  yield* request(abortable(projects.restore, projectId), {
    done: (project) => [projectArrived(project), noticeShown({ kind: 'info', text: `${project.title} is back` })],
    failed: (failure) => failureNotice(failure, RESTORE_FAILED),
  });
}

/** Tells the server who may read. The switch shows it already; when the server refuses, it goes back. */
export function* changeAccess({ payload: { projectId, access } }: ReturnType<typeof accessChosen>) {
  if (!(yield* select(selectAccessWaiting))) return;
  const { projects } = yield* getPorts();
  const topic = `access of ${projectId}`;
  yield* request(abortable(projects.update, projectId, { access }), {
    done: (project) => [accessConfirmed(project), noticeOutdated(topic)],
    failed: (failure) => [
      accessRefused(),
      noticeShown({ kind: 'error', text: failureText(failure, ACCESS_FAILED), topic }),
    ],
  });
}
