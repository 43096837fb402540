import { call, cancel, delay, flush, fork, put, race, type SagaGenerator, select, take } from 'typed-redux-saga';
import type { PlacedCell } from '../../../contract/gridCells';
import { type ApiFailure, failureText, isUnknown } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { noticeShown } from '../../notices/noticesSlice';
import { counted } from '../../ui/display/numbers';
import { online } from '../../sagas/online';
import { callApi, runUntil } from '../../sagas/request';
import { selectMoving, selectNextBatch, selectSpreadsheet, selectWaiting } from './sheetSelectors';
import {
  allSaved,
  cellsReplayed,
  cellsWritten,
  changesGivenUp,
  clashFound,
  connectionLost,
  connectionTried,
  editsDropped,
  editsReturned,
  editsSaved,
  editsSent,
  mineKept,
  misfitsUndone,
  otherOpened,
  questionConfirmed,
  reshapingEnded,
  savingRefused,
  savingRetried,
  savingTookLong,
  unsavedPutBack,
} from './sheetSlice';
import type { QueuedEdit } from './sheetState';

/** Delay in milliseconds before "Saving" is shown. */
export const SLOW_SAVING_MS = 300;

/** Delay in milliseconds between two attempts to reach an unreachable server. */
export const RECONNECT_MS = 5_000;

/** Maximum automatic retries after 429 or 503; then the person decides. */
const MAX_BUSY_RETRIES = 3;

/** Fallback for a failure without a message from the server. */
export const SAVE_FAILED = 'The changes could not be saved.';

/** Actions that add edits to the queue. */
const EDIT_ACTIONS = [cellsWritten, questionConfirmed, cellsReplayed, mineKept, misfitsUndone, unsavedPutBack];

type OnlineChannel = ReturnType<typeof online>;

/** Waits for the `online` event, also one that was buffered during the last attempt, or for the next retry. */
function* waitForNetwork(onlineChannel: OnlineChannel) {
  yield* race({ isOnline: take(onlineChannel), passed: delay(RECONNECT_MS), givenUp: take(changesGivenUp) });
  yield* put(connectionTried());
}

const isClash = (failure: ApiFailure) => failure.body?.code === 'cell_changed' && Array.isArray(failure.body.clashes);

/** Drops the edits of a tab whose structure has changed, which reloads the tab, and shows a notice. */
function* drop(batch: readonly QueuedEdit[], failure: ApiFailure) {
  const sheetId = batch[0]?.sheetId ?? 0;
  yield* put(editsDropped({ sheetId }));
  const text = `${counted(batch.length, 'change')} not saved.`;
  yield* put(noticeShown({ kind: 'error', text: `${text} ${failureText(failure, SAVE_FAILED)}` }));
}

const PERMANENT_FAILURES: readonly unknown[] = ['sheet_changed', 'cell_not_writable', 'not_found'];

const isBusy = ({ status }: ApiFailure) => status === 503 || status === 429;

interface Attempt {
  readonly spreadsheetId: string;
  readonly batch: readonly QueuedEdit[];
  /** Number of busy responses (429, 503) in a row before this one. */
  readonly busy: number;
  readonly onlineChannel: OnlineChannel;
}

/** Whether the person has not opened another spreadsheet meanwhile, to which an answer must not be applied. */
function* isOpen(spreadsheetId: string): SagaGenerator<boolean> {
  return (yield* select(selectSpreadsheet))?.id === spreadsheetId;
}

/**
 * Handles a failed batch. If it may have been saved, its edits stay as they were sent, so that they are sent again before later edits of the
 * same cells, which would otherwise conflict with them.
 *
 * @returns the number of busy responses in a row
 */
function* handle(failure: ApiFailure, { spreadsheetId, batch, busy, onlineChannel }: Attempt): SagaGenerator<number> {
  if (!(yield* isOpen(spreadsheetId))) return 0;
  if (isUnknown(failure)) {
    yield* put(connectionLost());
    yield* call(waitForNetwork, onlineChannel);
    return 0;
  }
  yield* put(editsReturned());
  if (isBusy(failure) && busy < MAX_BUSY_RETRIES) {
    yield* delay((failure.retryAfterSeconds ?? 1) * 1_000);
    return busy + 1;
  }
  if (isClash(failure)) {
    const cells = failure.body?.clashes as readonly PlacedCell[];
    yield* put(clashFound({ sheetId: batch[0]?.sheetId ?? 0, cells }));
  } else if (PERMANENT_FAILURES.includes(failure.body?.code)) {
    yield* call(drop, batch, failure);
  } else {
    yield* put(savingRefused({ message: failureText(failure, SAVE_FAILED) }));
    yield* take([savingRetried, changesGivenUp]);
  }
  return 0;
}

function* send(spreadsheetId: string, batch: readonly QueuedEdit[]) {
  const sheetId = batch[0]?.sheetId ?? 0;
  yield* put(editsSent());
  const edits = batch.map(({ row, column, before, next }) => ({
    row,
    column,
    before,
    ...('typed' in next ? { value: next.typed } : { cell: next.cell }),
  }));
  const answer = yield* callApi('grid', 'change', spreadsheetId, sheetId, {
    revision: Math.min(...batch.map(({ shape }) => shape)),
    edits,
  });
  if (yield* isOpen(spreadsheetId)) yield* put(editsSaved({ sheetId, answer }));
}

/** Sends pending edits until the queue is empty, but none while rows or columns are being moved. */
function* saveAll(onlineChannel: OnlineChannel) {
  let busy = 0;
  while ((yield* select(selectWaiting)) > 0) {
    if (yield* select(selectMoving)) {
      yield* take(reshapingEnded);
      continue;
    }
    const spreadsheet = yield* select(selectSpreadsheet);
    const batch = yield* select(selectNextBatch);
    if (spreadsheet === null) return;
    yield* flush(onlineChannel);
    try {
      yield* call(send, spreadsheet.id, batch);
      busy = 0;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'signedOut') return;
      const handling = handle(failure, { spreadsheetId: spreadsheet.id, batch, busy, onlineChannel });
      // oxlint-disable-next-line no-useless-assignment -- `handle` receives it in the next iteration
      busy = (yield* runUntil(handling, [otherOpened(spreadsheet.id)]))?.result ?? 0;
    }
  }
  yield* put(allSaved());
}

function* showWhenSlow() {
  yield* delay(SLOW_SAVING_MS);
  yield* put(savingTookLong());
}

/** Saves all edits, one request after the other, as long as the app runs: leaving the page does not stop it. */
export function* savingSaga() {
  const onlineChannel = yield* call(online);
  try {
    while (true) {
      yield* take(EDIT_ACTIONS);
      const slow = yield* fork(showWhenSlow);
      yield* call(saveAll, onlineChannel);
      yield* cancel(slow);
    }
  } finally {
    onlineChannel.close();
  }
}
