import { call, delay, fork, put, race, select, take, takeEvery, takeLatest, throttle } from 'typed-redux-saga';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import { projectArrived, projectListArrived } from '../../projects/projectsSlice';
import { callApi, request, untilLeft } from '../../sagas/request';
import { selectFresh, selectMissingPages, selectQuestion } from './endpointSelectors';
import {
  addressChanged,
  columnsReset,
  columnSwitched,
  filterAdded,
  filterRemoved,
  filtersCleared,
  freshFaded,
  pageArrived,
  pageAsked,
  pageFailed,
  questionFound,
  rowsOutdated,
  rowsRetried,
  rowsSeen,
  rowsWritten,
  searchSettled,
  searchTyped,
  sortPressed,
  tabLeft,
  tabOpened,
  type TabName,
} from './endpointSlice';
import { queryOf } from './question';
import { readAddress, writeAddress } from './questionAddress';
import { PAGE_ROWS } from '../../grid/pageCache';

/** Milliseconds between two looks at what is on the screen: a fast scroll does not ask for every page it passes. */
export const LOOK_PAUSE = 50;

/** Milliseconds without typing after which the search is asked. */
export const TYPING_PAUSE = 250;

/** Milliseconds that cells stay marked as new. */
export const FRESH_SHOWN = 1_200;

/** What may leave rows on the screen without their page: scrolling, another try, a newer copy of the tab. */
const MAY_LACK_PAGES = [
  ...[rowsSeen, rowsRetried, pageArrived, rowsWritten, rowsOutdated],
  ...[projectArrived, projectListArrived],
];

/** What asks for other rows. */
const OTHER_ROWS = [questionFound, searchSettled, filterAdded, filterRemoved, filtersCleared, sortPressed];

function* fadeFresh(tab: TabName) {
  yield* delay(FRESH_SHOWN);
  yield* put(freshFaded(tab));
}

function* takeIn(tab: TabName, page: number, query: string, answer: OwnerRowsAnswer) {
  const before = yield* select(selectFresh, tab);
  yield* put(pageArrived({ ...tab, page, answer, query }));
  const fresh = yield* select(selectFresh, tab);
  if (fresh !== before && Object.keys(fresh).length > 0) yield* call(fadeFresh, tab);
}

function* askPage(tab: TabName, page: number, query: string) {
  const stretch = { query, offset: page * PAGE_ROWS, limit: PAGE_ROWS };
  yield* request(callApi('endpoint', 'rows', tab, stretch), {
    done: (answer) => takeIn(tab, page, query, answer),
    failed: (failure) => pageFailed({ ...tab, page, failure }),
  });
}

function* askMissing(tab: TabName) {
  const query = queryOf(yield* select(selectQuestion, tab));
  for (const page of yield* select(selectMissingPages, tab)) {
    yield* put(pageAsked({ ...tab, page }));
    yield* fork(askPage, tab, page, query);
  }
}

function* followScreen(tab: TabName) {
  yield* throttle(LOOK_PAUSE, MAY_LACK_PAGES, askMissing, tab);
  yield* askMissing(tab);
}

function* settleSearch(tab: TabName) {
  yield* delay(TYPING_PAUSE);
  yield* put(searchSettled(tab));
}

function* showTab(tab: TabName) {
  yield* readAddress(tab);
  yield* takeEvery(addressChanged, readAddress, tab);
  yield* takeEvery([...OTHER_ROWS, columnSwitched, columnsReset], writeAddress, tab);
  yield* takeLatest(searchTyped, settleSearch, tab);
  while (true) yield* race({ shown: call(followScreen, tab), changed: take(OTHER_ROWS) });
}

/** Keeps the pages on the screen there until another tab is opened; what is then on its way is aborted. */
export const serveTab = ({ payload: tab }: ReturnType<typeof tabOpened>) => untilLeft(showTab(tab), [tabLeft]);

export const endpointSaga = () => takeLatest(tabOpened, serveTab);
