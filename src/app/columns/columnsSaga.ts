import { call, put, race, select, take, takeEvery } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { projectLeft } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectColumnsOf } from './columnsSelectors';
import { columnsArrived, columnsFailed, columnsWanted } from './columnsSlice';

function* askColumns({ projectId, sheetId, revision }: ReturnType<typeof columnsWanted>['payload']) {
  const { columns } = yield* getPorts();
  try {
    const answer = yield* abortable(columns.read, projectId, sheetId);
    yield* put(columnsArrived({ projectId, sheetId, revision, answer }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(columnsFailed({ projectId, sheetId, failure }));
  }
}

/** Asks for a tab's columns unless they are known as of this revision; leaving the project gives it up. */
export function* showColumns({ payload }: ReturnType<typeof columnsWanted>) {
  const known = yield* select(selectColumnsOf, payload);
  if (known.phase === 'ready' && known.revision === payload.revision) return;
  yield* race({ asked: call(askColumns, payload), left: take([projectLeft, sessionEnded]) });
}

export function* columnsSaga() {
  yield* takeEvery(columnsWanted, showColumns);
}
