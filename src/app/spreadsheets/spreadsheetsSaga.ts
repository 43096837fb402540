import { call, put, type SagaGenerator, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { isUnknown } from '../http/apiError';
import { noticeShown } from '../notices/noticesSlice';
import { projectListWanted } from '../projects/projectsSlice';
import { callApi, failureNotice, repeatOnChange, request } from '../sagas/request';
import {
  changeRefused,
  deletionRequested,
  listsArrived,
  listsFailed,
  putBackRequested,
  removalRequested,
  selectChangedSpreadsheet,
  spreadsheetsOpened,
} from './spreadsheetsSlice';

/** Fallback texts if the server sent none. */
const DELETE_FAILED = 'The spreadsheet may not have been deleted. Try again.';
const PUT_BACK_FAILED = 'It may not have been put back. It stays in the trash for 30 days. Try again.';
const REMOVAL_FAILED = 'It may not have been removed. Try again.';

function* fetchLists() {
  return {
    spreadsheets: yield* callApi('spreadsheets', 'list'),
    trash: yield* callApi('spreadsheets', 'trash'),
  };
}

/** Fetches both lists, and the projects, whose names the list shows. */
function* showSpreadsheets() {
  yield* put(projectListWanted());
  yield* request(repeatOnChange(fetchLists, [listsArrived]), { done: listsArrived, failed: listsFailed });
}

/** Loads the lists of an opened page. A change in flight loads them itself, and a load before it would show them as they were. */
function* openLists() {
  if ((yield* select(selectChangedSpreadsheet)) === undefined) yield* showSpreadsheets();
}

/** Runs a change, then reloads the lists. @param after notice of the success @param failed fallback text of a failure */
const change = (changing: SagaGenerator<void>, after: ReturnType<typeof noticeShown>, failed: string) =>
  request(changing, {
    *done() {
      yield* put(after);
      yield* call(showSpreadsheets);
    },
    *failed(failure) {
      yield* put(changeRefused());
      yield* put(failureNotice(failure, failed));
      // It may have been changed.
      if (isUnknown(failure)) yield* call(showSpreadsheets);
    },
  });

const infoNotice = (text: string) => noticeShown({ kind: 'info', text });

/** Moves a spreadsheet into the trash. */
function* deleteSpreadsheet({ payload: { id, title } }: ReturnType<typeof deletionRequested>) {
  const action = { label: 'Put back', event: putBackRequested({ kind: 'spreadsheet', id, title }) };
  const after = noticeShown({ kind: 'info', text: `${title} is in the trash`, action });
  yield* change(callApi('spreadsheets', 'remove', id), after, DELETE_FAILED);
}

/** Restores an item of the trash. */
function* putBack({ payload: { kind, id, title } }: ReturnType<typeof putBackRequested>) {
  yield* change(callApi('spreadsheets', 'putBack', { kind, id }), infoNotice(`${title} is back`), PUT_BACK_FAILED);
}

/** Deletes an item of the trash permanently. */
function* removeForGood({ payload: { kind, id, title } }: ReturnType<typeof removalRequested>) {
  yield* change(
    callApi('spreadsheets', 'removeForGood', { kind, id }),
    infoNotice(`${title} is removed`),
    REMOVAL_FAILED,
  );
}

export function* spreadsheetsSaga() {
  yield* takeLatest([spreadsheetsOpened, deletionRequested, putBackRequested, removalRequested], openLists);
  yield* takeEvery(deletionRequested, deleteSpreadsheet);
  yield* takeEvery(putBackRequested, putBack);
  yield* takeEvery(removalRequested, removeForGood);
}
