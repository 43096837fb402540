import { eventChannel } from 'redux-saga';
import { call, fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { getPorts } from '../ports';
import { selectUser } from './sessionSelectors';
import { sessionEnded, sessionRefreshSignalled } from './sessionSlice';

const endingsElsewhere = (hear: (told: () => void) => () => void) =>
  eventChannel<true>((emit) => hear(() => emit(true)));

/** Somebody signed out in another tab of this browser: who is signed in here is looked up again. */
function* listen() {
  const { sessionNews } = yield* getPorts();
  const endings = yield* call(endingsElsewhere, sessionNews.hear);
  try {
    while (true) {
      yield* take(endings);
      if ((yield* select(selectUser)) !== undefined) yield* put(sessionRefreshSignalled());
    }
  } finally {
    endings.close();
  }
}

/** Tells the other tabs that a session has ended here. */
export function* tellOtherTabs() {
  const { sessionNews } = yield* getPorts();
  yield* call(sessionNews.tell);
}

/** Keeps the tabs of one browser together: a session that ends in one of them ends in all. */
export function* otherTabsSaga() {
  yield* takeEvery(sessionEnded, tellOtherTabs);
  yield* fork(listen);
}
