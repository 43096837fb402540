import { call, delay, put, race, type SagaGenerator, select, take, takeLeading } from 'typed-redux-saga';
import type { GridOperation } from '../../../contract/driveGrid';
import { lettersOf } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import { fingerprintOf, selectTabLook, widthsRenamed } from '../../grid/tabLooks';
import type { ApiFailure } from '../../http/apiError';
import { noticeShown } from '../../notices/noticesSlice';
import { paths } from '../../paths';
import { getPorts } from '../../ports';
import { callApi, failureNotice, request } from '../../sagas/request';
import { inverseOf } from './edits';
import { columnsAfter } from './pages';
import { selectGrid, selectLastStep, selectSpreadsheet, selectTabName, selectWaiting } from './sheetSelectors';
import {
  allSaved,
  editsDropped,
  operationAsked,
  operationDone,
  redone,
  reshapingEnded,
  reshapingStarted,
  sheetArrived,
  sheetRenamed,
  tabAdded,
  tabRemoved,
  tabRenamed,
  tabRestored,
  undone,
} from './sheetSlice';

export const NOT_SAVED_YET = 'Rows, columns and sheets change only when everything is saved. Wait a moment.';

/** Milliseconds that are waited for what is being saved. */
export const SAVING_PATIENCE = 5_000;

export const RESHAPE_FAILED = 'The sheet could not be changed. Try again.';

function* refresh(spreadsheetId: string) {
  yield* put(sheetArrived(yield* callApi('grid', 'one', spreadsheetId)));
}

/** What follows a failure. Where rows or columns were moved elsewhere, the tab is loaded anew, and nothing was changed. */
const refused = (failure: ApiFailure, sheetId?: number) => [
  ...(failure.body?.code === 'sheet_changed' && sheetId !== undefined ? [editsDropped({ sheetId })] : []),
  failureNotice(failure, RESHAPE_FAILED),
];

/** @returns whether nothing waits to be saved any more, which is waited for a while */
function* everythingSaved(): SagaGenerator<boolean> {
  if ((yield* select(selectWaiting)) === 0) return true;
  const { late } = yield* race({ saved: take(allSaved), late: delay(SAVING_PATIENCE) });
  return late === undefined;
}

/** Does something to the shape of the open spreadsheet while nothing waits to be saved, and nothing else is done. */
function* alone(work: (spreadsheetId: string) => SagaGenerator<void>, sheetId?: number): SagaGenerator<void> {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null) return;
  if (!(yield* everythingSaved())) {
    yield* put(noticeShown({ kind: 'error', text: NOT_SAVED_YET }));
    return;
  }
  yield* put(reshapingStarted());
  try {
    yield* request(work(spreadsheet.id), { done: () => [], failed: (failure) => refused(failure, sheetId) });
  } finally {
    yield* put(reshapingEnded());
  }
}

/** Widths that a person has given to columns, by their letters, go with the columns. */
function* moveWidths(sheetId: number, operation: GridOperation) {
  const tab = yield* select(selectTabName, sheetId);
  const { widths } = yield* select(selectTabLook, tab);
  if (widths === undefined) return;
  const names = Array.from({ length: limits.columnsPerTab }, (_, at) => fingerprintOf(lettersOf(at + 1)));
  const moved = columnsAfter(
    names.map((name) => widths[name]),
    operation,
  );
  const named = names.map((name, at) => [name, moved[at]] as const);
  const given = named.filter((pair): pair is [string, number] => pair[1] !== undefined);
  yield* put(widthsRenamed({ tab, widths: Object.fromEntries(given) }));
}

interface Operating {
  readonly sheetId: number;
  readonly operation: GridOperation;
  readonly as: 'step' | 'undo' | 'redo';
}

/** Inserts or deletes rows or columns. */
export function* operate({ sheetId, operation, as }: Operating): SagaGenerator<void> {
  yield* alone(function* (spreadsheetId) {
    const { facts } = yield* select(selectGrid, sheetId);
    const change = { revision: facts?.revision ?? 0, operation };
    const answer = yield* callApi('grid', 'change', spreadsheetId, sheetId, change);
    yield* put(operationDone({ sheetId, answer, operation, undo: inverseOf(operation, answer.removed), as }));
    if (operation.kind.endsWith('Columns')) yield* call(moveWidths, sheetId, operation);
  }, sheetId);
}

export function* operateAsked({ payload }: ReturnType<typeof operationAsked>) {
  yield* operate({ ...payload, as: 'step' });
}

/** Steps that are cells are taken back by the slice; those of rows and columns here. */
export function* replay({ type }: ReturnType<typeof undone | typeof redone>) {
  const as = undone.match({ type }) ? 'undo' : 'redo';
  const step = yield* select(selectLastStep, as);
  if (step?.kind === 'operation') yield* operate({ sheetId: step.sheetId, operation: step[as], as });
}

function* goTo(spreadsheetId: string, sheetId: number) {
  const { navigate } = yield* getPorts();
  yield* call(navigate, paths.driveSheet(spreadsheetId, sheetId));
}

export function* addTab({ payload }: ReturnType<typeof tabAdded>) {
  yield* alone(function* (spreadsheetId) {
    const { sheetId } = yield* callApi('grid', 'addTab', spreadsheetId, payload);
    yield* call(refresh, spreadsheetId);
    yield* call(goTo, spreadsheetId, sheetId);
  });
}

export function* renameTab({ payload: { sheetId, title } }: ReturnType<typeof tabRenamed>) {
  yield* alone(function* (spreadsheetId) {
    yield* callApi('grid', 'change', spreadsheetId, sheetId, { title });
    yield* call(refresh, spreadsheetId);
  });
}

export function* removeTab({ payload: { sheetId } }: ReturnType<typeof tabRemoved>) {
  const title = (yield* select(selectSpreadsheet))?.tabs.find((tab) => tab.sheetId === sheetId)?.title ?? '';
  yield* alone(function* (spreadsheetId) {
    const { removed } = yield* callApi('grid', 'removeTab', spreadsheetId, sheetId);
    yield* call(refresh, spreadsheetId);
    const action = { label: 'Undo', event: tabRestored({ restore: removed }) };
    yield* put(noticeShown({ kind: 'info', text: `${title} deleted`, action }));
  });
}

export function* restoreTab({ payload: { restore } }: ReturnType<typeof tabRestored>) {
  yield* alone(function* (spreadsheetId) {
    const { sheetId } = yield* callApi('grid', 'addTab', spreadsheetId, { restore });
    yield* call(refresh, spreadsheetId);
    yield* call(goTo, spreadsheetId, sheetId);
  });
}

export function* renameSheet({ payload: { title } }: ReturnType<typeof sheetRenamed>) {
  const spreadsheet = yield* select(selectSpreadsheet);
  if (spreadsheet === null || title === spreadsheet.title) return;
  yield* put(sheetArrived({ ...spreadsheet, title }));
  yield* request(callApi('grid', 'rename', spreadsheet.id, title), {
    done: sheetArrived,
    failed: (failure) => [sheetArrived(spreadsheet), ...refused(failure)],
  });
}

export function* reshapingSaga() {
  yield* takeLeading(operationAsked, operateAsked);
  yield* takeLeading([undone, redone], replay);
  yield* takeLeading(tabAdded, addTab);
  yield* takeLeading(tabRenamed, renameTab);
  yield* takeLeading(tabRemoved, removeTab);
  yield* takeLeading(tabRestored, restoreTab);
  yield* takeLeading(sheetRenamed, renameSheet);
}
