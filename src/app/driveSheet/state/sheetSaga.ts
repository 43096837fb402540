import type { Action } from '@reduxjs/toolkit';
import { call, delay, fork, put, select, spawn, takeEvery, takeLatest, takeLeading } from 'typed-redux-saga';
import { noticeShown } from '../../notices/noticesSlice';
import { counted } from '../../ui/display/numbers';
import { getPorts } from '../../ports';
import { callApi, repeatOnChange, request } from '../../sagas/request';
import { supervised } from '../../sagas/supervised';
import { waitUntilVisible } from '../../sagas/waitUntilVisible';
import { selectUser } from '../../session/sessionSelectors';
import { sessionEnding } from '../../session/sessionSlice';
import { allUnsaved } from './edits';
import type { RowsQuery } from './gridApi';
import { reshapingSaga } from './reshapingSaga';
import { savingSaga } from './savingSaga';
import { selectGrid, selectLost, selectMissingPages, selectSheet, selectSpreadsheet } from './sheetSelectors';
import {
  clashFound,
  editsDropped,
  editsSaved,
  operationDone,
  otherOpened,
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

function* notifyLostEdits() {
  const lost = yield* select(selectLost);
  if (lost === null) return;
  const text = `${counted(lost.count, 'change')} of ${lost.title} could not be saved.`;
  yield* put(noticeShown({ kind: 'error', text }));
}

const load = (spreadsheetId: string) =>
  request(
    repeatOnChange(() => callApi('grid', 'one', spreadsheetId), [sheetArrived]),
    {
      done: sheetArrived,
      failed: (failure) => (failure.status === 404 ? sheetMissing() : sheetFailed(failure)),
      until: [otherOpened(spreadsheetId)],
    },
  );

/** Delay in milliseconds before rows of an outdated revision are requested again. */
const OUTDATED_RETRY_MS = 1_000;

/** Requests rows until they are of the known revision or a newer one: another server may lag behind. */
function* requestRows(spreadsheetId: string, query: RowsQuery) {
  while (true) {
    const answer = yield* callApi('grid', 'rows', spreadsheetId, query);
    const { facts } = yield* select(selectGrid, query.sheetId);
    if (facts === null || answer.tab.revision >= facts.revision) return answer;
    yield* delay(OUTDATED_RETRY_MS);
  }
}

/** Loads a page of rows. */
function* loadPage(spreadsheetId: string, sheetId: number, page: number) {
  yield* put(pageAsked({ sheetId, page }));
  const query = { sheetId, from: page * PAGE_ROWS + 1, limit: PAGE_ROWS };
  yield* request(requestRows(spreadsheetId, query), {
    done: (answer) => pageArrived({ sheetId, page, answer }),
    failed: (failure) => pageFailed({ sheetId, page, failure }),
    until: [otherOpened(spreadsheetId)],
  });
}

/** Actions after which a page on the screen may be missing or stale. */
const PAGE_TRIGGERS = [rowsSeen, rowsRetried, pageArrived, editsSaved, editsDropped, clashFound, operationDone];

/** Loads the missing pages on the screen. */
function* loadMissingPages({ payload: { sheetId } }: ReturnType<(typeof PAGE_TRIGGERS)[number]>) {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  for (const page of yield* select(selectMissingPages, sheetId)) yield* fork(loadPage, spreadsheet.id, sheetId, page);
}

/** Debounce of the request for stale formulas, in milliseconds. */
export const STALE_DEBOUNCE_MS = 300;

/** Returns a matcher of pages with another revision than the previous page of their tab, which may have changed elsewhere. */
function createRevisionMatcher() {
  const revisions = new Map<number, number>();
  return (action: Action) => {
    if (!pageArrived.match(action)) return false;
    const { sheetId, answer } = action.payload;
    const isNew = revisions.get(sheetId) !== answer.tab.revision;
    revisions.set(sheetId, answer.tab.revision);
    return isNew;
  };
}

/** Returns the patterns of actions after which the set of stale formulas may have changed. */
const staleTriggers = () => [sheetArrived, editsSaved, operationDone, createRevisionMatcher()];

/** Requests which formulas are older than their inputs. If that fails, the marks stay as they are. */
function* loadStaleFormulas() {
  yield* delay(STALE_DEBOUNCE_MS);
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  yield* request(callApi('grid', 'stale', spreadsheet.id), {
    done: staleArrived,
    failed: () => [],
    until: [otherOpened(spreadsheet.id)],
  });
}

/** Loads the opened spreadsheet; reloads one that is loaded already, and its rows on the screen, which may have changed elsewhere. */
export function* openSheet({ payload: { spreadsheetId } }: ReturnType<typeof sheetOpened>) {
  yield* call(notifyLostEdits);
  const { current, tabs } = yield* select(selectSheet);
  const seen = tabs[current ?? -1]?.seen;
  // Spawned, as a page whose request is given up would stay in the phase `loading`.
  if (current !== null && seen) yield* spawn(loadPage, spreadsheetId, current, pageOf(seen.first));
  yield* call(load, spreadsheetId);
}

/** Maximum age in milliseconds of what a visible page shows. */
const MAX_AGE_MS = 3_600_000;

/** Reloads what is on the screen when the person returns to the window. */
function* reloadOnReturn() {
  while (true) {
    yield* call(waitUntilVisible, MAX_AGE_MS);
    const { page } = yield* select(selectSheet);
    if (page.phase === 'ready') yield* put(sheetOpened({ spreadsheetId: page.spreadsheetId }));
  }
}

const storageKey = (spreadsheetId: string) => `spreadsheet ${spreadsheetId}`;

/** Stores the unsaved edits for the same person when the session ends. */
function* storeUnsaved({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const spreadsheet = yield* select(selectSpreadsheet);
  const typed = allUnsaved(yield* select(selectSheet));
  if (spreadsheet !== null && typed.length > 0)
    yield* call(unsavedInput.put, personId, storageKey(spreadsheet.id), typed);
}

/** Offers the stored edits when that person opens the spreadsheet again. */
function* offerUnsaved({ payload: { id } }: ReturnType<typeof sheetArrived>) {
  const { unsavedInput } = yield* getPorts();
  const person = yield* select(selectUser);
  if (person === undefined) return;
  const typed = (yield* call(unsavedInput.take, person.id, storageKey(id))) as readonly UnsavedEdit[] | undefined;
  if (typed !== undefined) yield* put(unsavedFound(typed));
}

/** Whether rows did not load because their tab was deleted elsewhere. */
const tabMissing = (action: Action) => pageFailed.match(action) && action.payload.failure.status === 404;

/** Reloads the spreadsheet, whose tabs have changed. */
function* reloadTabs() {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet !== null) yield* call(load, spreadsheet.id);
}

/** All effects of a spreadsheet's page. */
export function* sheetSaga() {
  yield* fork(supervised, 'saving', savingSaga);
  yield* fork(supervised, 'reshaping', reshapingSaga);
  yield* fork(reloadOnReturn);
  yield* takeEvery(sessionEnding, storeUnsaved);
  yield* takeEvery(sheetArrived, offerUnsaved);
  yield* takeEvery(PAGE_TRIGGERS, loadMissingPages);
  yield* takeLatest(staleTriggers(), loadStaleFormulas);
  yield* takeLatest(sheetOpened, openSheet);
  yield* takeLeading(tabMissing, reloadTabs);
}
