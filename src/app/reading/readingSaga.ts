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

/** Fallback texts if the server sent none. */
export const NOT_SHOWN = 'The first rows could not be shown. The project can be created all the same.';
export const NOT_CHOSEN = 'That could not be chosen. Try again.';

const leaves = [draftAccepted, draftCleared, draftRejected, createPageLeft];

const failing = (fallback: string) => (failure: ApiFailure) =>
  readingFailed({ message: failureAdvice(failure, fallback) });

/** Fetches the first rows of a checked spreadsheet. */
export const showReading = ({ payload: { spreadsheetId } }: ReturnType<typeof readingOpened>) =>
  request(callApi('reading', 'preview', { spreadsheetId }), {
    done: readingArrived,
    failed: failing(NOT_SHOWN),
    leaves,
  });

/** Fetches the first rows of another sheet. */
export function* showSheet({ payload: { sheetId } }: ReturnType<typeof sheetPicked>) {
  const reading = yield* select(selectReading);
  if (reading.phase !== 'changing') return;
  yield* request(callApi('reading', 'preview', { spreadsheetId: reading.spreadsheetId, sheetId }), {
    done: readingArrived,
    failed: failing(NOT_SHOWN),
    leaves,
  });
}

/** Sends a changed reading option; the shown sheet stays the same. */
export function* choose({ payload: change }: ReturnType<typeof readingChosen>) {
  const reading = yield* select(selectReading);
  if (reading.phase !== 'changing') return;
  const { spreadsheetId, answer } = reading;
  const target = { spreadsheetId, sheetId: answer.preview.shown.sheetId };
  yield* request(callApi('reading', 'choose', target, change), {
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
