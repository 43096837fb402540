import { getPorts } from '../ports';
import { projectArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { failureNotice, request } from '../sagas/request';
import { type refreshChosen, refreshSettled } from './syncSlice';

/** Said when the server has no words of its own. */
export const REFRESH_FAILED = 'Auto refresh could not be changed. Try again.';

/** Tells the server how often to look at the sheet. It is shown already; when the server refuses, it goes back. */
export function* changeRefresh({ payload: { projectId, seconds } }: ReturnType<typeof refreshChosen>) {
  const { projects } = yield* getPorts();
  yield* request(abortable(projects.update, projectId, { refreshSeconds: seconds }), {
    done: (project) => [projectArrived(project), refreshSettled()],
    failed: (failure) => [failureNotice(failure, REFRESH_FAILED), refreshSettled()],
  });
}
