import { select, takeEvery } from 'typed-redux-saga';
import { projectLeft } from '../projects/projectsSlice';
import { callApi, request } from '../sagas/request';
import { selectColumnsOf } from './columnsSelectors';
import { columnsArrived, columnsFailed, columnsWanted } from './columnsSlice';

/** Asks for a tab's columns unless they are known as of this revision; leaving the project gives it up. */
export function* showColumns({ payload }: ReturnType<typeof columnsWanted>) {
  const { projectId, sheetId, revision } = payload;
  const known = yield* select(selectColumnsOf, payload);
  if (known.phase === 'ready' && known.revision === revision) return;
  yield* request(callApi('columns', 'read', projectId, sheetId), {
    done: (answer) => columnsArrived({ projectId, sheetId, revision, answer }),
    failed: (failure) => columnsFailed({ projectId, sheetId, failure }),
    leaves: [projectLeft],
  });
}

export const columnsSaga = () => takeEvery(columnsWanted, showColumns);
