import type { Action } from '@reduxjs/toolkit';
import { buffers } from 'redux-saga';
import { actionChannel, call, fork, put, select, take, takeEvery, takeLatest } from 'typed-redux-saga';
import { noticeShown } from '../../notices/noticesSlice';
import { getPorts } from '../../ports';
import { selectUser } from '../../session/sessionSelectors';
import { sessionEnding } from '../../session/sessionSlice';
import { supervised } from '../../sagas/supervised';
import { cellsCopied, tabKey } from '../rows/endpointSlice';
import { copyCells } from './copySaga';
import { type Draft, draftMachine } from './draftMachine';
import { tryLater, writeDraft } from './draftSaga';
import { cellsPasted, type EditState, editingOpened, editorLeft, rowsRemoved, undoPressed } from './editSlice';
import { pasteCells, removeRows, undo } from './rowsSaga';

const { draftBegun, draftCommitted, draftReverted, mineKept, connectionLost, connectionTried } = draftMachine.actions;

/** Actions that cause writes, which run one after the other. */
const WRITES = [draftCommitted, draftReverted, mineKept, connectionTried, cellsPasted, rowsRemoved, undoPressed];

/** Runs writes one after the other, in the order of their actions. */
function* writingSaga() {
  const queue = yield* actionChannel(
    WRITES.map(({ type }) => type),
    buffers.expanding<Action>(8),
  );
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

type StoredDrafts = readonly (readonly [key: string, draft: Draft])[];

const draftsOf = (edits: EditState[string]): StoredDrafts =>
  Object.entries(edits.drafts).flatMap(([key, state]) => (state.phase === 'idle' ? [] : [[key, state.draft] as const]));

/** Stores unsaved drafts for the same person when the session ends. */
function* storeDrafts({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const tabs = Object.entries((yield* select(({ edit }) => edit as EditState | undefined)) ?? {});
  for (const [key, edits] of tabs) {
    const drafts = draftsOf(edits);
    if (drafts.length > 0) yield* call(unsavedInput.put, personId, storageKey(key), drafts);
  }
}

/** Restores stored drafts when that person opens the tab again. */
function* restoreDrafts({ payload: { projectId, sheetId } }: ReturnType<typeof editingOpened>) {
  const { unsavedInput } = yield* getPorts();
  const tab = { projectId, sheetId };
  const person = yield* select(selectUser);
  if (person === undefined) return;
  const drafts = (yield* call(unsavedInput.take, person.id, storageKey(tabKey(tab)))) as StoredDrafts | undefined;
  if (drafts === undefined) return;
  for (const [key, draft] of drafts) yield* put(draftBegun({ ...tab, key, draft }));
  yield* put(editorLeft(tab));
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
