import { call, put, select, takeLeading } from 'typed-redux-saga';
import type { Project } from '../../contract/projects';
import { failureText } from '../http/apiError';
import { noticeOutdated, noticeShown } from '../notices/noticesSlice';
import { paths } from '../paths';
import { getPorts } from '../ports';
import { takeLeadingPerProject } from '../sagas/takeLeadingPerProject';
import { callApi, failureNotice, request } from '../sagas/request';
import { selectProjectState, selectRename } from './projectsSelectors';
import {
  accessChosen,
  accessConfirmed,
  accessRefused,
  deleteFailed,
  deleteRequested,
  projectArrived,
  projectDeleted,
  projectOutdated,
  renameDone,
  renameRefused,
  renameSubmitted,
  restoreFailed,
  restoreRequested,
} from './projectsSlice';

/** Fallback texts if the server sent none. */
export const RENAME_FAILED = 'The project could not be renamed. Try again.';
export const DELETE_FAILED = 'The project could not be deleted. Try again.';
export const RESTORE_FAILED = 'The project could not be brought back. It is kept for 30 days. Try again.';
export const ACCESS_FAILED = 'The access may not have been changed. Try again.';

/** Renames a project. Its endpoints keep their addresses. */
export function* rename({ payload: { projectId, title } }: ReturnType<typeof renameSubmitted>) {
  if ((yield* select(selectRename)).phase !== 'saving') return;
  yield* request(callApi('projects', 'update', projectId, { title }), {
    done: (project) => [projectArrived(project), renameDone(), noticeShown({ kind: 'info', text: 'Project renamed' })],
    failed: (failure) => renameRefused({ message: failureText(failure, RENAME_FAILED) }),
  });
}

/** Removes a deleted project, offers "Undo", and leaves its page. */
function* afterDeletion({ id: projectId, title }: Project) {
  const { navigate, location } = yield* getPorts();
  const isOnItsPage = (yield* call(location)).startsWith(`/projects/${encodeURIComponent(projectId)}/`);
  yield* put(projectDeleted({ projectId }));
  const action = { label: 'Undo', event: restoreRequested({ projectId }) };
  yield* put(noticeShown({ kind: 'info', text: `${title} deleted`, action }));
  if (isOnItsPage) yield* call(navigate, paths.projects, { replace: true });
}

/** Deletes a project after the confirmation. A 404 counts as success: the project is already gone. */
export function* deleteProject({ payload: { projectId } }: ReturnType<typeof deleteRequested>) {
  const state = yield* select(selectProjectState, projectId);
  if (state.phase !== 'deleting') return;
  const deleted = () => afterDeletion(state.project);
  yield* request(callApi('projects', 'remove', projectId), {
    done: deleted,
    failed: (failure) =>
      failure.status === 404 ? deleted() : [deleteFailed({ projectId }), failureNotice(failure, DELETE_FAILED)],
  });
}

/** Undoes a deletion: restores the project with its former addresses. */
export function* restoreProject({ payload: { projectId } }: ReturnType<typeof restoreRequested>) {
  if ((yield* select(selectProjectState, projectId)).phase !== 'restoring') return;
  yield* request(callApi('projects', 'restore', projectId), {
    done: (project) => [projectArrived(project), noticeShown({ kind: 'info', text: `${project.title} is back` })],
    failed: (failure) => [restoreFailed({ projectId }), failureNotice(failure, RESTORE_FAILED)],
  });
}

/**
 * Sends a changed read access to the server. The switch already shows it, and goes back if the server refuses. A failure may be a lost
 * answer: the project is read at once.
 */
export function* changeAccess({ payload: { projectId, access } }: ReturnType<typeof accessChosen>) {
  if ((yield* select(selectProjectState, projectId)).phase !== 'switching') return;
  const topic = `access of ${projectId}`;
  yield* request(callApi('projects', 'update', projectId, { access }), {
    done: (project) => [accessConfirmed(project), noticeOutdated(topic)],
    failed: (failure) => [
      accessRefused({ projectId }),
      noticeShown({ kind: 'error', text: failureText(failure, ACCESS_FAILED), topic }),
      projectOutdated({ projectId }),
    ],
  });
}

/** Runs the user's changes to projects: projects in parallel, one change of a kind at a time for each. */
export function* projectChangesSaga() {
  yield* takeLeading(renameSubmitted, rename);
  yield* takeLeadingPerProject(deleteRequested, deleteProject);
  yield* takeLeadingPerProject(restoreRequested, restoreProject);
  yield* takeLeadingPerProject(accessChosen, changeAccess);
}
