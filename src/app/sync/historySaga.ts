import { call, put, race, select, take } from 'typed-redux-saga';
import { failureText } from '../http/apiError';
import { failureOf } from '../http/failureOf';
import { noticeShown } from '../notices/noticesSlice';
import { getPorts } from '../ports';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectHistory } from './syncSelectors';
import { historyArrived, historyFailed, historyLeft, type historyOpened, type olderAsked } from './syncSlice';

/** Said when the server has no words of its own. */
export const OLDER_FAILED = 'Older syncs did not load. Try again.';

/** Asks for the newest lines of a project's history. */
export function* askHistory(projectId: string) {
  const { sync } = yield* getPorts();
  try {
    const { syncs, keptDays, next } = yield* abortable(sync.history, projectId, '');
    yield* put(historyArrived({ projectId, runs: syncs, keptDays, next }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(historyFailed({ projectId, failure }));
  }
}

/** The history is on the screen. */
export function* showHistory({ payload: { projectId } }: ReturnType<typeof historyOpened>) {
  yield* race({ asked: call(askHistory, projectId), left: take([historyLeft, sessionEnded]) });
}

function* askOlder(projectId: string) {
  const { sync } = yield* getPorts();
  const known = yield* select(selectHistory, projectId);
  if (known?.phase !== 'ready' || known.next === undefined) return;
  try {
    const { syncs, keptDays, next } = yield* abortable(sync.history, projectId, known.next);
    yield* put(historyArrived({ projectId, runs: [...known.runs, ...syncs], keptDays, next }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'signedOut') return;
    yield* put(noticeShown({ kind: 'error', text: failureText(failure, OLDER_FAILED) }));
  }
}

/** "Show older". */
export function* showOlder({ payload: { projectId } }: ReturnType<typeof olderAsked>) {
  yield* race({ asked: call(askOlder, projectId), left: take([historyLeft, sessionEnded]) });
}
