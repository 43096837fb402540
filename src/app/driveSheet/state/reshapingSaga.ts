import {
  call,
  delay,
  put,
  race,
  type SagaGenerator,
  select,
  take,
  takeEvery,
  takeLatest,
  takeLeading,
} from 'typed-redux-saga';
import type { GridOperation } from '../../../contract/driveGrid';
import { lettersOf, newSheetTitle } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { isUnknown } from '../../http/apiError';
import { fingerprintOf, selectTabLook, widthsRenamed } from '../../grid/tabLayouts';
import { noticeShown } from '../../notices/noticesSlice';
import { paths } from '../../paths';
import { getPorts } from '../../ports';
import { callApi, failureNotice, request, runUntil } from '../../sagas/request';
import type { Operated } from './edits';
import { columnsAfter } from './pages';
import {
  selectGrid,
  selectLastStep,
  selectReshaping,
  selectSpreadsheet,
  selectTabName,
  selectWaiting,
} from './sheetSelectors';
import {
  allSaved,
  cellsReplayed,
  operationAsked,
  operationDone,
  otherOpened,
  redone,
  reshapingEnded,
  reshapingStarted,
  sheetArrived,
  sheetOpened,
  sheetRenamed,
  tabAdded,
  tabRemoved,
  tabRenamed,
  tabRestored,
  undone,
} from './sheetSlice';
import type { Step } from './sheetState';

export const NOT_SAVED_YET = 'Rows, columns and sheets change only when everything is saved. Wait a moment.';

/** Timeout in milliseconds of waiting for pending edits to be saved. */
export const SAVING_TIMEOUT_MS = 5_000;

/** Fallback if the server sent no text: its answer may be lost. */
const RESHAPE_FAILED = 'The sheet may not have changed. Try again.';

function* refresh(spreadsheetId: string) {
  yield* put(sheetArrived(yield* callApi('grid', 'one', spreadsheetId)));
}

/** Waits until nothing is being changed and no edit is pending. @returns false after a timeout */
function* untilSaved(): SagaGenerator<boolean> {
  while (true) {
    if (yield* select(selectReshaping)) {
      yield* take(reshapingEnded);
    } else {
      if ((yield* select(selectWaiting)) === 0) return true;
      const { timedOut } = yield* race({ saved: take(allSaved), timedOut: delay(SAVING_TIMEOUT_MS) });
      if (timedOut) return false;
    }
    // Of several that have waited for the same event, the next one looks only after the first has started.
    yield* delay(0);
  }
}

function* workAfterSaving(what: 'lines' | 'tabs', work: SagaGenerator<void>, spreadsheetId: string) {
  if (!(yield* untilSaved())) {
    yield* put(noticeShown({ kind: 'error', text: NOT_SAVED_YET }));
    return;
  }
  yield* put(reshapingStarted(what));
  try {
    yield* request(work, {
      done: () => [],
      // It is reloaded, as it may be another one than on the screen.
      failed: (failure) => [failureNotice(failure, RESHAPE_FAILED), sheetOpened({ spreadsheetId })],
    });
  } finally {
    yield* put(reshapingEnded());
  }
}

/**
 * Changes the structure of the open spreadsheet once no edit is pending and nothing else changes it. Once another spreadsheet is opened,
 * neither the work nor its result concerns the state any more.
 */
function* runExclusively(
  what: 'lines' | 'tabs',
  work: (spreadsheetId: string) => SagaGenerator<void>,
): SagaGenerator<void> {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  yield* runUntil(workAfterSaving(what, work(spreadsheet.id), spreadsheet.id), [otherOpened(spreadsheet.id)]);
}

/** Moves the stored column widths, whose keys are column letters, along with the columns. */
function* moveWidths(sheetId: number, operation: GridOperation) {
  const tab = yield* select(selectTabName, sheetId);
  const { widths } = yield* select(selectTabLook, tab);
  if (widths === undefined) return;
  const keys = Array.from({ length: limits.columnsPerTab }, (_, index) => fingerprintOf(lettersOf(index + 1)));
  const before = keys.map((key) => widths[key]);
  const after: Record<string, number> = {};
  for (const [index, width] of columnsAfter(before, operation).entries()) {
    const key = keys[index];
    if (key !== undefined && width !== undefined) after[key] = width;
  }
  yield* put(widthsRenamed({ tab, widths: after }));
}

/** Inserts or deletes rows or columns. @param step the step to undo or redo; not done if another one was made while this one waited */
function* operate({ sheetId, operation, as }: Operated, step?: Step): SagaGenerator<void> {
  // The revision that the person sees: the server refuses the operation if rows or columns are moved while it waits.
  const { facts } = yield* select(selectGrid, sheetId);
  yield* runExclusively('lines', function* (spreadsheetId) {
    if (as !== 'step' && (yield* select(selectLastStep, as)) !== step) return;
    const change = { revision: facts?.revision ?? 0, operation };
    const answer = yield* callApi('grid', 'change', spreadsheetId, sheetId, change);
    yield* put(operationDone({ sheetId, answer, operation, as }));
    if (operation.kind.endsWith('Columns')) yield* call(moveWidths, sheetId, operation);
  });
}

/** Undoes or redoes the last step: cells at once, rows or columns once no edit is pending. */
function* replay({ type }: ReturnType<typeof undone | typeof redone>) {
  const as = undone.match({ type }) ? 'undo' : 'redo';
  const step = yield* select(selectLastStep, as);
  if (step?.kind === 'cells') yield* put(cellsReplayed(as));
  if (step?.kind === 'operation') yield* operate({ sheetId: step.sheetId, operation: step[as], as }, step);
}

/**
 * Adds a blank tab, or restores a deleted one, and navigates to it unless the person has gone elsewhere meanwhile. The blank one has a title,
 * so that it is not added again after its answer was lost: the title is taken then.
 */
function* addTab({ payload }: ReturnType<typeof tabAdded | typeof tabRestored>) {
  const { location, navigate } = yield* getPorts();
  const before = yield* call(location);
  yield* runExclusively('tabs', function* (spreadsheetId) {
    const title = newSheetTitle((yield* select(selectSpreadsheet))?.tabs ?? []);
    const tab = 'restore' in payload ? payload : { ...payload, title };
    const { sheetId } = yield* callApi('grid', 'addTab', spreadsheetId, tab);
    yield* call(refresh, spreadsheetId);
    if ((yield* call(location)) === before) yield* call(navigate, paths.driveSheet(spreadsheetId, sheetId));
  });
}

function* renameTab({ payload: { sheetId, title } }: ReturnType<typeof tabRenamed>) {
  yield* runExclusively('tabs', function* (spreadsheetId) {
    yield* callApi('grid', 'change', spreadsheetId, sheetId, { title });
    yield* call(refresh, spreadsheetId);
  });
}

function* removeTab({ payload: { sheetId, title } }: ReturnType<typeof tabRemoved>) {
  yield* runExclusively('tabs', function* (spreadsheetId) {
    const { removed } = yield* callApi('grid', 'removeTab', spreadsheetId, sheetId);
    yield* call(refresh, spreadsheetId);
    const action = { label: 'Undo', event: tabRestored({ restore: removed }) };
    yield* put(noticeShown({ kind: 'info', text: `${title} deleted`, action }));
  });
}

function* renameSheet({ payload: { title } }: ReturnType<typeof sheetRenamed>) {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null || title === spreadsheet.title) return;
  yield* put(sheetArrived({ ...spreadsheet, title }));
  yield* request(callApi('grid', 'rename', spreadsheet.id, title), {
    done: sheetArrived,
    *failed(failure) {
      const current = (yield* select(selectSpreadsheet)) ?? spreadsheet;
      yield* put(sheetArrived({ ...current, title: spreadsheet.title }));
      yield* put(failureNotice(failure, RESHAPE_FAILED));
      // It may have been renamed.
      if (isUnknown(failure)) yield* put(sheetOpened({ spreadsheetId: spreadsheet.id }));
    },
    until: [otherOpened(spreadsheet.id)],
  });
}

export function* reshapingSaga() {
  yield* takeLeading(operationAsked, ({ payload }) => operate({ ...payload, as: 'step' }));
  yield* takeEvery([undone, redone], replay);
  yield* takeLeading(tabAdded, addTab);
  yield* takeEvery(tabRestored, addTab);
  yield* takeEvery(tabRenamed, renameTab);
  yield* takeEvery(tabRemoved, removeTab);
  yield* takeLatest(sheetRenamed, renameSheet);
}
