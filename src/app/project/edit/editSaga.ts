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

/** What a person has done that is written: one after the other, in this order. */
const WRITES = [draftCommitted, draftReverted, mineKept, connectionTried, cellsPasted, rowsRemoved, undoPressed];

/** Writes what was done, one thing after the other. */
export function* writingSaga() {
  const waiting = yield* actionChannel(
    WRITES.map(({ type }) => type),
    buffers.expanding<Action>(8),
  );
  while (true) {
    const action = yield* take(waiting);
    if (cellsPasted.match(action)) yield* call(pasteCells, action);
    else if (rowsRemoved.match(action)) yield* call(removeRows, action);
    else if (undoPressed.match(action)) yield* call(undo, action);
    else yield* call(writeDraft, (action as ReturnType<typeof connectionTried>).payload);
  }
}

/** Said when what was typed before the session ended is there again. */
export const KEPT = 'What you typed is kept. Press Enter on it to write it.';

const placeOf = (key: string) => `rows ${key}`;

type KeptDrafts = readonly (readonly [key: string, draft: Draft])[];

const draftsOf = (edits: EditState[string]): KeptDrafts =>
  Object.entries(edits.drafts).flatMap(([key, state]) => (state.phase === 'idle' ? [] : [[key, state.draft] as const]));

/** Keeps what is not written when the session ends, for the same person. */
function* keepDrafts({ payload: { personId } }: ReturnType<typeof sessionEnding>) {
  const { unsavedInput } = yield* getPorts();
  const tabs = Object.entries((yield* select(({ edit }) => edit as EditState | undefined)) ?? {});
  for (const [key, edits] of tabs) {
    const drafts = draftsOf(edits);
    if (drafts.length > 0) yield* call(unsavedInput.put, personId, placeOf(key), drafts);
  }
}

/** Brings it back when they see the rows again. */
function* offerDrafts({ payload: { projectId, sheetId } }: ReturnType<typeof editingOpened>) {
  const { unsavedInput } = yield* getPorts();
  const tab = { projectId, sheetId };
  const person = yield* select(selectUser);
  if (person === undefined) return;
  const drafts = (yield* call(unsavedInput.take, person.id, placeOf(tabKey(tab)))) as KeptDrafts | undefined;
  if (drafts === undefined) return;
  for (const [key, draft] of drafts) yield* put(draftBegun({ ...tab, key, draft }));
  yield* put(editorLeft(tab));
  yield* put(noticeShown({ kind: 'info', text: KEPT }));
}

/** Everything about editing rows in the Data view. */
export function* editSaga() {
  yield* fork(supervised, 'writing rows', writingSaga);
  yield* takeLatest(cellsCopied, copyCells);
  yield* takeEvery(connectionLost, tryLater);
  yield* takeEvery(sessionEnding, keepDrafts);
  yield* takeEvery(editingOpened, offerDrafts);
}
