import { type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import type { DrivePreviewAnswer } from '../../contract/drive';
import { createPageLeft, draftAccepted, draftCleared, draftRejected } from '../createFlow/createFlowSlice';
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
const NOT_SHOWN = 'The first rows could not be shown. The project can be created all the same.';
const NOT_CHOSEN = 'That could not be chosen. Try again.';

const pageOrDraftChanges = [draftAccepted, draftCleared, draftRejected, createPageLeft];

/** Runs a request for the first rows. @param fallback text of a failure if the server sent none */
const receive = (calls: SagaGenerator<DrivePreviewAnswer>, fallback: string) =>
  request(calls, {
    done: readingArrived,
    failed: (failure) => readingFailed({ message: failureAdvice(failure, fallback) }),
    until: pageOrDraftChanges,
  });

/** Fetches the first rows of a checked spreadsheet. */
const showReading = ({ payload: { spreadsheetId } }: ReturnType<typeof readingOpened>) =>
  receive(callApi('reading', 'preview', { spreadsheetId }), NOT_SHOWN);

/** Fetches the first rows of another sheet. */
function* showSheet({ payload: { sheetId } }: ReturnType<typeof sheetPicked>) {
  const reading = yield* select(selectReading);
  if (reading.phase !== 'changing') return;
  yield* receive(callApi('reading', 'preview', { spreadsheetId: reading.spreadsheetId, sheetId }), NOT_SHOWN);
}

/** Sends a changed reading option; the shown sheet stays the same. */
function* choose({ payload: change }: ReturnType<typeof readingChosen>) {
  const reading = yield* select(selectReading);
  if (reading.phase !== 'changing') return;
  const { spreadsheetId, answer } = reading;
  const target = { spreadsheetId, sheetId: answer.preview.shown.sheetId };
  yield* receive(callApi('reading', 'choose', target, change), NOT_CHOSEN);
}

export function* readingSaga() {
  yield* takeLatest(readingOpened, showReading);
  yield* takeLatest(sheetPicked, showSheet);
  yield* takeLatest(readingChosen, choose);
}
