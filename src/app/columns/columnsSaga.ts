import { select, takeEvery } from 'typed-redux-saga';
import { projectLeft } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { selectColumnsOf } from './columnsSelectors';
import { columnsArrived, columnsFailed, columnsWanted } from './columnsSlice';

/** Loads the columns of a tab unless they are loaded for this revision. Aborted when the project is left. */
function* loadColumns({ payload }: ReturnType<typeof columnsWanted>) {
  const { projectId, sheetId, revision } = payload;
  const known = yield* select(selectColumnsOf, payload);
  if (known.phase === 'ready' && known.revision === revision) return;
  yield* request(callApi('columns', 'read', projectId, sheetId), {
    done: (answer) => columnsArrived({ projectId, sheetId, revision, answer }),
    failed: (failure) => columnsFailed({ projectId, sheetId, failure }),
    until: [projectLeft],
  });
}

export const columnsSaga = () => takeEvery(columnsWanted, loadColumns);
