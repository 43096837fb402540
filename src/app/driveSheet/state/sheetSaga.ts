import type { Action } from '@reduxjs/toolkit';
import { eventChannel } from 'redux-saga';
import { call, delay, fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { noticeShown } from '../../notices/noticesSlice';
import { counted } from '../../ui/display/numbers';
import { getPorts } from '../../ports';
import { callApi, request } from '../../sagas/request';
import { supervised } from '../../sagas/supervised';
import { selectUser } from '../../session/sessionSelectors';
import { sessionEnding } from '../../session/sessionSlice';
import type { RowsWish } from './gridApi';
import { reshapingSaga } from './reshapingSaga';
import { savingSaga } from './savingSaga';
import {
  selectGrid,
  selectLost,
  selectMissingPages,
  selectSheet,
  selectSpreadsheet,
  selectTyped,
} from './sheetSelectors';
import {
  clashFound,
  editsDropped,
  editsSaved,
  operationDone,
  pageArrived,
  pageAsked,
  pageFailed,
  rowsRetried,
  rowsSeen,
  sheetArrived,
  sheetFailed,
  sheetMissing,
  sheetOpened,
  staleArrived,
  unsavedFound,
} from './sheetSlice';
import { PAGE_ROWS, pageOf } from '../../grid/pageCache';
import type { UnsavedEdit } from './sheetState';

function* tellOfLost() {
  const lost = yield* select(selectLost);
  if (lost === null) return;
  const text = `${counted(lost.count, 'change')} of ${lost.title} could not be saved.`;
  yield* put(noticeShown({ kind: 'error', text }));
}

const load = (spreadsheetId: string) =>
  request(callApi('grid', 'one', spreadsheetId), {
    done: sheetArrived,
    failed: (failure) => (failure.status === 404 ? sheetMissing() : sheetFailed(failure)),
  });

/** Loads the spreadsheet whose page is opened; one that is there already is looked at again. */
export function* openSheet({ payload: { spreadsheetId } }: ReturnType<typeof sheetOpened>) {
  yield* call(tellOfLost);
  yield* call(load, spreadsheetId);
}

/** Milliseconds until rows that came older than they are known to be are asked for again. */
export const OLDER = 1_000;

/** Rows as they are at least by now; another server may be a moment behind. */
function* askRows(spreadsheetId: string, wish: RowsWish) {
  while (true) {
    const answer = yield* callApi('grid', 'rows', spreadsheetId, wish);
    const { facts } = yield* select(selectGrid, wish.sheetId);
    if (facts === null || answer.tab.revision >= facts.revision) return answer;
    yield* delay(OLDER);
  }
}

/** Another spreadsheet is opened; opening the same one again keeps its rows, and those that are on their way. */
const otherOpened = (spreadsheetId: string) => (action: Action) =>
  sheetOpened.match(action) && action.payload.spreadsheetId !== spreadsheetId;

/** Asks for a page of rows. */
export function* askPage(spreadsheetId: string, sheetId: number, page: number) {
  yield* put(pageAsked({ sheetId, page }));
  const wish = { sheetId, from: page * PAGE_ROWS + 1, limit: PAGE_ROWS };
  yield* request(askRows(spreadsheetId, wish), {
    done: (answer) => pageArrived({ sheetId, page, answer }),
    failed: (failure) => pageFailed({ sheetId, page, failure }),
    leaves: [otherOpened(spreadsheetId)],
  });
}

/** What may leave rows on the screen without their page, or with an old one. */
const MAY_LACK_PAGES = [rowsSeen, rowsRetried, pageArrived, editsSaved, editsDropped, clashFound, operationDone];

/** Asks for what is on the screen and is not known. */
export function* askMissing({ payload: { sheetId } }: ReturnType<(typeof MAY_LACK_PAGES)[number]>) {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  for (const page of yield* select(selectMissingPages, sheetId)) yield* fork(askPage, spreadsheet.id, sheetId, page);
}

/** Milliseconds without a change until it is asked which formulas are stale by now. */
export const STALE_PAUSE = 300;

/** Whether rows came of another revision than the last ones of their sheet: they may have been changed elsewhere. */
function createNews() {
  const revisions = new Map<number, number>();
  return (action: Action) => {
    if (!pageArrived.match(action)) return false;
    const { sheetId, answer } = action.payload;
    const isNew = revisions.get(sheetId) !== answer.tab.revision;
    revisions.set(sheetId, answer.tab.revision);
    return isNew;
  };
}

/** What may leave formulas stale that are not known to be, or the other way round. */
const mayMakeStale = () => [sheetArrived, editsSaved, operationDone, createNews()];

/** Asks which formulas are older than their inputs. Where that fails, they stay as they are marked. */
export function* askStale() {
  yield* delay(STALE_PAUSE);
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  yield* request(callApi('grid', 'stale', spreadsheet.id), {
    done: staleArrived,
    failed: () => [],
    leaves: [otherOpened(spreadsheet.id)],
  });
}

/** The person comes back to the window. */
const returns = () =>
  eventChannel<true>((emit) => {
    const tell = () => document.visibilityState === 'visible' && emit(true);
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  });

/** Looks at the spreadsheet again: it may have been changed elsewhere. */
export function* lookAgain() {
  const { page, current, tabs } = yield* select(selectSheet);
  if (page.phase !== 'ready') return;
  const { spreadsheetId } = page;
  yield* call(load, spreadsheetId);
  const seen = current === null ? undefined : tabs[current]?.seen;
  if (current !== null && seen !== undefined) yield* call(askPage, spreadsheetId, current, pageOf(seen.first - 1));
}

function* followReturns() {
  yield* takeLatest(yield* call(returns), lookAgain);
}

const placeOf = (spreadsheetId: string) => `spreadsheet ${spreadsheetId}`;

/** Keeps what is not saved when the session ends, for the same person. */
function* keepTyped({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const spreadsheet = yield* select(selectSpreadsheet);
  const typed = yield* select(selectTyped);
  if (spreadsheet !== null && typed.length > 0) yield* call(unsavedInput.put, personId, placeOf(spreadsheet.id), typed);
}

/** Offers it again when they have opened the spreadsheet. */
function* offerTyped({ payload: { id } }: ReturnType<typeof sheetArrived>) {
  const { unsavedInput } = yield* getPorts();
  const person = yield* select(selectUser);
  if (person === undefined) return;
  const typed = (yield* call(unsavedInput.take, person.id, placeOf(id))) as readonly UnsavedEdit[] | undefined;
  if (typed !== undefined) yield* put(unsavedFound(typed));
}

/** Everything about the page of a spreadsheet. */
export function* sheetSaga() {
  yield* fork(supervised, 'saving', savingSaga);
  yield* fork(supervised, 'reshaping', reshapingSaga);
  yield* fork(followReturns);
  yield* takeEvery(sessionEnding, keepTyped);
  yield* takeEvery(sheetArrived, offerTyped);
  yield* takeEvery(MAY_LACK_PAGES, askMissing);
  yield* takeLatest(mayMakeStale(), askStale);
  yield* takeLatest(sheetOpened, openSheet);
}
