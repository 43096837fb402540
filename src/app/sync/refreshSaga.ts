import { put, race, take } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { projectArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { type refreshChosen, refreshSettled } from './syncSlice';

/** Said when the server has no words of its own. */
export const REFRESH_FAILED = 'Auto refresh could not be changed. Try again.';

/** Tells the server how often to look at the sheet. It is shown already; when the server refuses, it goes back. */
export function* changeRefresh({ payload: { projectId, seconds } }: ReturnType<typeof refreshChosen>) {
  const { projects } = yield* getPorts();
  try {
    const { project } = yield* race({
      project: abortable(projects.update, projectId, { refreshSeconds: seconds }),
      ended: take(sessionEnded),
    });
    if (project) yield* put(projectArrived(project));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, REFRESH_FAILED) }));
  }
  yield* put(refreshSettled());
}
