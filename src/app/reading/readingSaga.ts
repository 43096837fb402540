import { select, takeLatest } from 'typed-redux-saga';
import { createPageLeft, draftAccepted, draftCleared, draftRejected } from '../createFlow/createFlowSlice';
import type { ApiFailure } from '../http/apiError';
import { failureAdvice } from '../http/shownFailure';
import { callApi, request } from '../sagas/request';
import {
  selectReading,
  readingArrived,
  readingChosen,
  readingFailed,
  readingOpened,
  sheetPicked,
} from './readingSlice';

/** Said when the server has no words of its own. */
export const NOT_SHOWN = 'The first rows could not be shown. The project can be created all the same.';
export const NOT_CHOSEN = 'That could not be chosen. Try again.';

const leaves = [draftAccepted, draftCleared, draftRejected, createPageLeft];

const failing = (fallback: string) => (failure: ApiFailure) =>
  readingFailed({ message: failureAdvice(failure, fallback) });

/** Asks for the first rows of a spreadsheet that was checked. */
export const showReading = ({ payload: { spreadsheetId } }: ReturnType<typeof readingOpened>) =>
  request(callApi('reading', 'preview', { spreadsheetId }), {
    done: readingArrived,
    failed: failing(NOT_SHOWN),
    leaves,
  });

/** Asks for those of another sheet. */
export function* showSheet({ payload: { sheetId } }: ReturnType<typeof sheetPicked>) {
  const now = yield* select(selectReading);
  if (now.phase !== 'changing') return;
  yield* request(callApi('reading', 'preview', { spreadsheetId: now.spreadsheetId, sheetId }), {
    done: readingArrived,
    failed: failing(NOT_SHOWN),
    leaves,
  });
}

/** Has the spreadsheet read as the person chooses; the sheet that is shown stays. */
export function* choose({ payload: change }: ReturnType<typeof readingChosen>) {
  const now = yield* select(selectReading);
  if (now.phase !== 'changing') return;
  const { spreadsheetId, answer } = now;
  const wish = { spreadsheetId, sheetId: answer.preview.shown.sheetId };
  yield* request(callApi('reading', 'choose', wish, change), {
    done: readingArrived,
    failed: failing(NOT_CHOSEN),
    leaves,
  });
}

export function* readingSaga() {
  yield* takeLatest(readingOpened, showReading);
  yield* takeLatest(sheetPicked, showSheet);
  yield* takeLatest(readingChosen, choose);
}
