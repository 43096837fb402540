import { takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { request } from '../sagas/request';
import { projectArrived } from './projectsSlice';
import { renameSubmitted } from './renameEvents';
import { renameDone, renameRefused } from './renameSlice';

/** Said when the server has no words of its own. */
export const RENAME_FAILED = 'The project could not be renamed. Try again.';

/** Gives a project another name. Its endpoints keep their addresses. */
export function* rename({ payload: { projectId, title } }: ReturnType<typeof renameSubmitted>) {
  const { projects } = yield* getPorts();
  yield* request(abortable(projects.update, projectId, { title }), {
    done: (project) => [projectArrived(project), renameDone(), noticeShown({ kind: 'info', text: 'Project renamed' })],
    failed: (failure) => renameRefused({ message: failureText(failure, RENAME_FAILED) }),
  });
}

export function* renameSaga() {
  yield* takeLeading(renameSubmitted, rename);
}
