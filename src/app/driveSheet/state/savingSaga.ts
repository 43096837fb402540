import { call, cancel, delay, flush, fork, put, race, select, take } from 'typed-redux-saga';
import type { PlacedCell } from '../../../contract/gridCells';
import { type ApiFailure, failureText } from '../../http/apiError';
import { failureOf } from '../../http/failureOf';
import { noticeShown } from '../../notices/noticesSlice';
import { counted } from '../../ui/display/numbers';
import { online } from '../../sagas/online';
import { callApi } from '../../sagas/request';
import { selectGrid, selectNextBatch, selectSpreadsheet, selectWaiting } from './sheetSelectors';
import {
  allSaved,
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
  questionConfirmed,
  redone,
  savingRefused,
  savingRetried,
  savingTookLong,
  undone,
} from './sheetSlice';
import type { QueuedEdit } from './sheetState';

/** Milliseconds until saving is spoken of. */
export const SLOW = 300;

/** Milliseconds between two tries to reach a server that cannot be reached. */
export const TRY_AGAIN = 5_000;

/** So often a busy server is asked again before the person is. */
export const BUSY_TRIES = 3;

/** Said when the server has no words of its own. */
export const SAVE_FAILED = 'The changes could not be saved.';

/** What may leave edits waiting. */
const WRITES = [cellsWritten, questionConfirmed, undone, redone, mineKept, misfitsUndone];

type Back = ReturnType<typeof online>;

/** Until the network is back, be it while the last try was failing, or until it is time for another one. */
function* waitForNetwork(back: Back) {
  yield* race({ back: take(back), passed: delay(TRY_AGAIN), given: take(changesGivenUp) });
  yield* put(connectionTried());
}

const isClash = (failure: ApiFailure) => failure.body?.code === 'cell_changed' && Array.isArray(failure.body.clashes);

/** The tab is another one than its edits were made for: they cannot be saved, and it is loaded anew. */
function* drop(batch: readonly QueuedEdit[], failure: ApiFailure) {
  const sheetId = batch[0]?.sheetId ?? 0;
  yield* put(editsDropped({ sheetId }));
  const text = `${counted(batch.length, 'change')} not saved.`;
  yield* put(noticeShown({ kind: 'error', text: `${text} ${failureText(failure, SAVE_FAILED)}` }));
}

const LOST_FOR_GOOD: readonly unknown[] = ['sheet_changed', 'cell_not_writable', 'not_found'];

const isBusy = ({ status }: ApiFailure) => status === 503 || status === 429;

interface Try {
  readonly batch: readonly QueuedEdit[];
  /** How often the server was busy before. */
  readonly busy: number;
  readonly back: Back;
}

/** What is done about edits that were not taken. @returns how often the server was busy by now */
function* handle(failure: ApiFailure, { batch, busy, back }: Try) {
  yield* put(editsReturned());
  if (failure.kind === 'network' || failure.kind === 'timedOut') {
    yield* put(connectionLost());
    yield* call(waitForNetwork, back);
  } else if (isClash(failure)) {
    const cells = failure.body?.clashes as readonly PlacedCell[];
    yield* put(clashFound({ sheetId: batch[0]?.sheetId ?? 0, cells }));
  } else if (LOST_FOR_GOOD.includes(failure.body?.code)) yield* call(drop, batch, failure);
  else if (isBusy(failure) && busy < BUSY_TRIES) {
    yield* delay((failure.retryAfterSeconds ?? 1) * 1_000);
    return busy + 1;
  } else {
    yield* put(savingRefused({ message: failureText(failure, SAVE_FAILED) }));
    yield* take([savingRetried, changesGivenUp]);
  }
  return 0;
}

function* send(spreadsheetId: string, batch: readonly QueuedEdit[]) {
  const sheetId = batch[0]?.sheetId ?? 0;
  const { facts } = yield* select(selectGrid, sheetId);
  const ids = batch.map(({ id }) => id);
  yield* put(editsSent(ids));
  const edits = batch.map(({ row, column, before, next }) => ({
    ...{ row, column, before },
    ...('typed' in next ? { value: next.typed } : { cell: next.cell }),
  }));
  const answer = yield* callApi('grid', 'change', spreadsheetId, sheetId, {
    revision: facts?.revision ?? 0,
    edits,
  });
  const current = yield* select(selectSpreadsheet);
  if (current?.id === spreadsheetId) yield* put(editsSaved({ sheetId, ids, answer }));
}

function* sendAll(back: Back) {
  let busy = 0;
  while ((yield* select(selectWaiting)) > 0) {
    const spreadsheet = yield* select(selectSpreadsheet);
    const batch = yield* select(selectNextBatch);
    if (spreadsheet === null) return;
    yield* flush(back);
    try {
      yield* call(send, spreadsheet.id, batch);
      busy = 0;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'signedOut') return;
      // oxlint-disable-next-line no-useless-assignment -- it is given to `handle` in the next round
      busy = yield* call(handle, failure, { batch, busy, back });
    }
  }
  yield* put(allSaved());
}

/** Sends what waits until nothing does. */
export function* saveAll() {
  const back = yield* call(online);
  try {
    yield* call(sendAll, back);
  } finally {
    back.close();
  }
}

function* sayWhenSlow() {
  yield* delay(SLOW);
  yield* put(savingTookLong());
}

/** Saves whatever is written, one call after the other, as long as the app runs: leaving the page does not stop it. */
export function* savingSaga() {
  while (true) {
    yield* take(WRITES);
    const slow = yield* fork(sayWhenSlow);
    yield* call(saveAll);
    yield* cancel(slow);
  }
}
