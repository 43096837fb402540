import { call, fork, put, race, select, take, takeLatest, throttle } from 'typed-redux-saga';
import { failureOf } from '../http/failureOf';
import { getPorts } from '../ports';
import { projectArrived, projectListArrived } from '../projects/projectsSlice';
import { abortable } from '../sagas/abortable';
import { sessionEnded } from '../session/sessionSlice';
import { selectMissingPages } from './endpointSelectors';
import { pageArrived, pageAsked, pageFailed, rowsRetried, rowsSeen, tabLeft, tabOpened } from './endpointSlice';
import type { TabName } from './rowsState';

/** Milliseconds between two looks at what is on the screen: a fast scroll does not ask for every page it passes. */
export const LOOK_PAUSE = 50;

/** What may leave rows on the screen without their page: scrolling, another try, a newer copy of the tab. */
const MAY_LACK_PAGES = [rowsSeen, rowsRetried, pageArrived, projectArrived, projectListArrived];

function* askPage(tab: TabName, page: number) {
  const { endpoint } = yield* getPorts();
  try {
    yield* put(pageArrived({ ...tab, page, answer: yield* abortable(endpoint.rows, tab, page) }));
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind !== 'signedOut') yield* put(pageFailed({ ...tab, page, failure }));
  }
}

function* askMissing(tab: TabName) {
  for (const page of yield* select(selectMissingPages, tab)) {
    yield* put(pageAsked({ ...tab, page }));
    yield* fork(askPage, tab, page);
  }
}

function* followScreen(tab: TabName) {
  yield* throttle(LOOK_PAUSE, MAY_LACK_PAGES, askMissing, tab);
  yield* askMissing(tab);
}

/** Keeps the pages on the screen there until another tab is opened; what is then on its way is aborted. */
export function* serveTab({ payload: tab }: ReturnType<typeof tabOpened>) {
  yield* race({ served: call(followScreen, tab), left: take([tabLeft, sessionEnded]) });
}

export function* endpointSaga() {
  yield* takeLatest(tabOpened, serveTab);
}
