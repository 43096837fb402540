import { put, race, take, takeLeading } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { projectArrived } from './projectsSlice';
import { renameSubmitted } from './renameEvents';
import { renameDone, renameRefused } from './renameSlice';

/** Said when the server has no words of its own. */
export const RENAME_FAILED = 'The project could not be renamed. Try again.';

/** Gives a project another name. Its endpoints keep their addresses. */
export function* rename({ payload: { projectId, title } }: ReturnType<typeof renameSubmitted>) {
  const { projects } = yield* getPorts();
  try {
    const { project } = yield* race({
      project: abortable(projects.update, projectId, { title }),
      ended: take(sessionEnded),
    });
    if (!project) return;
    yield* put(projectArrived(project));
    yield* put(renameDone());
    yield* put(noticeShown({ kind: 'info', text: 'Project renamed' }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(renameRefused({ message: failureText(failure, RENAME_FAILED) }));
  }
}

export function* renameSaga() {
  yield* takeLeading(renameSubmitted, rename);
}
