import type { Action } from '@reduxjs/toolkit';
import { buffers, channel } from 'redux-saga';
import { call, flush, fork, put, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { limits } from '../../../contract/limits';
import type { Row } from '../../../contract/rows';
import { noticeShown } from '../../notices/noticesSlice';
import { getPorts } from '../../ports';
import { selectUser } from '../../session/sessionSelectors';
import { sessionEnded, sessionEnding } from '../../session/sessionSlice';
import { supervised } from '../../sagas/supervised';
import { counted, formatNumber } from '../../ui/display/numbers';
import { COPY_REFUSED } from '../../ui/forms/useCopy';
import { failureNotice, request } from '../../sagas/request';
import { toTsv } from '../../grid/tsv';
import { cellsCopied, tabKey, tabLeft } from '../rows/endpointSlice';
import { type Draft, draftMachine } from './draftMachine';
import { tryLater, writeDraft } from './draftSaga';
import { cellsPasted, editingOpened, editorLeft, type EditState, rowsRemoved, undoPressed } from './editSlice';
import { pasteCells, removeRows, undo, withChosenRows } from './rowsSaga';
import { editText } from './values';
import { rowsOf } from './rowRequests';

const MAX_ROWS = limits.rowsPerPageMost;

/** Notices for more rows than one response can contain, and for a failed request. */
const TOO_MANY = `Mark at most ${formatNumber(MAX_ROWS)} rows to copy them.`;
const COPY_FAILED = 'The rows could not be copied. Try again.';

function copiedText(rows: readonly Row[], columns: readonly string[]) {
  if (rows.length === 1 && columns.length === 1) return 'Cell copied';
  return `${counted(rows.length, 'row')}, ${counted(columns.length, 'column')} copied`;
}

/** Returns rows as tab-separated text for a spreadsheet; a single value unquoted. */
function copiedRows(rows: readonly Row[], columns: readonly string[]): string {
  const texts = rows.map((row) => columns.map((key) => editText(row[key])));
  const [[first = ''] = []] = texts;
  return rows.length === 1 && columns.length === 1 ? first : toTsv(texts);
}

/** Copies selected cells to the clipboard. */
function* copyCells({ payload: { columns, first, last, ...tab } }: ReturnType<typeof cellsCopied>) {
  if (last - first >= MAX_ROWS) {
    yield* put(noticeShown({ kind: 'error', text: TOO_MANY }));
    return;
  }
  const { copy } = yield* getPorts();
  yield* request(rowsOf(tab, { first, last }), {
    *done({ rows }) {
      const isCopied = yield* call(copy, copiedRows(rows, columns));
      const text = isCopied ? copiedText(rows, columns) : COPY_REFUSED;
      yield* put(noticeShown({ kind: isCopied ? 'info' : 'error', text }));
    },
    failed: (failure) => failureNotice(failure, COPY_FAILED),
    until: [tabLeft],
  });
}

const { draftBegun, draftCommitted, draftReverted, mineKept, connectionLost, connectionTried } = draftMachine.actions;

/** Actions that cause writes, which run one after the other. */
const WRITES = [draftCommitted, draftReverted, mineKept, connectionTried, cellsPasted, rowsRemoved, undoPressed];

/** Runs writes one after the other, in the order of their actions. Each means the rows that were on the screen when it was asked for. */
function* writingSaga() {
  const queue = yield* call(() => channel(buffers.expanding<Action>(8)));
  yield* takeEvery(WRITES, function* (action: Action) {
    const isOfRows = cellsPasted.match(action) || rowsRemoved.match(action);
    yield* put(queue, isOfRows ? yield* withChosenRows(action) : action);
  });
  yield* takeEvery(sessionEnded, function* () {
    yield* flush(queue);
  });
  while (true) {
    const action = yield* take(queue);
    if (cellsPasted.match(action)) yield* call(pasteCells, action);
    else if (rowsRemoved.match(action)) yield* call(removeRows, action);
    else if (undoPressed.match(action)) yield* call(undo, action);
    else yield* call(writeDraft, (action as ReturnType<typeof connectionTried>).payload);
  }
}

/** Notice when unsaved drafts of an earlier session are restored. */
const DRAFTS_RESTORED = 'What you typed is kept. Press Enter on it to write it.';

const storageKey = (key: string) => `rows ${key}`;

interface StoredDraft {
  readonly key: string;
  readonly draft: Draft;
  /** Of a new row that was sent, and may have been added. */
  readonly attempt: string | undefined;
}

const draftsOf = (edits: EditState[string]): readonly StoredDraft[] =>
  Object.entries(edits.drafts).flatMap(([key, state]) => {
    if (state.phase === 'idle') return [];
    const { draft } = state;
    return [{ key, draft, attempt: draft.rowId === null && 'attempt' in state ? state.attempt : undefined }];
  });

/** Stores unsaved drafts for the same person when the session ends. */
function* storeDrafts({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const tabs = Object.entries((yield* select(({ edit }) => edit as EditState | undefined)) ?? {});
  for (const [key, edits] of tabs) {
    const drafts = draftsOf(edits);
    if (drafts.length > 0) yield* call(unsavedInput.put, personId, storageKey(key), drafts);
  }
}

/** Restores stored drafts when that person opens the tab again. A new row that was sent is sent again as it was, so that it is added once. */
function* restoreDrafts({ payload: { projectId, sheetId } }: ReturnType<typeof editingOpened>) {
  const { unsavedInput } = yield* getPorts();
  const tab = { projectId, sheetId };
  const person = yield* select(selectUser);
  if (person === undefined) return;
  const drafts = (yield* call(unsavedInput.take, person.id, storageKey(tabKey(tab)))) as
    | readonly StoredDraft[]
    | undefined;
  if (drafts === undefined) return;
  for (const { key, draft, attempt } of drafts) {
    yield* put(draftBegun({ ...tab, key, draft }));
    if (attempt !== undefined) yield* put(draftCommitted({ ...tab, key }, attempt));
  }
  yield* put(editorLeft(tab));
  if (drafts.every(({ attempt }) => attempt !== undefined)) return;
  yield* put(noticeShown({ kind: 'info', text: DRAFTS_RESTORED }));
}

/** All effects of editing rows in the Data view. */
export function* editSaga() {
  yield* fork(supervised, 'writing rows', writingSaga);
  yield* takeLatest(cellsCopied, copyCells);
  yield* takeEvery(connectionLost, tryLater);
  yield* takeEvery(sessionEnding, storeDrafts);
  yield* takeEvery(editingOpened, restoreDrafts);
}
