import { fork, takeLatest, takeLeading } from 'typed-redux-saga';
import { leadingEach } from '../sagas/leadingEach';
import { showHistory, showOlder } from './historySaga';
import { changeRefresh } from './refreshSaga';
import { runSync } from './runSync';
import { historyOpened, olderAsked, refreshChosen, syncAsked } from './syncSlice';

function* syncing() {
  yield* leadingEach(syncAsked, runSync);
}

export function* syncSaga() {
  yield* fork(syncing);
  yield* takeLatest(historyOpened, showHistory);
  yield* takeLeading(olderAsked, showOlder);
  yield* takeLeading(refreshChosen, changeRefresh);
}
