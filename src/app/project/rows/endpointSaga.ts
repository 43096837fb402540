import { call, delay, fork, put, race, select, take, takeEvery, takeLatest, throttle } from 'typed-redux-saga';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import { projectArrived, projectListArrived } from '../../projects/projectsSlice';
import { callApi, request, runUntil } from '../../sagas/request';
import { getPorts } from '../../ports';
import { selectFresh, selectMissingPages, selectQuery, selectQuestion, selectTypedSearch } from './endpointSelectors';
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
import { locationWithQuery, queryInLocation, queryOf } from './question';
import { PAGE_ROWS } from '../../grid/pageCache';

/** Throttle of the page requests, in milliseconds: a fast scroll does not request every page it passes. */
const REQUEST_THROTTLE_MS = 50;

/** Debounce of the search field, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 250;

/** Milliseconds for which changed cells stay highlighted. */
const HIGHLIGHT_MS = 1_200;

/** Actions after which a page on the screen may be missing: scrolling, a retry, a newer revision of the tab. */
const PAGE_TRIGGERS = [
  rowsSeen,
  rowsRetried,
  pageArrived,
  rowsWritten,
  rowsOutdated,
  projectArrived,
  projectListArrived,
];

/** Actions that change the search, the filters or the order. */
const QUESTION_CHANGES = [questionFound, searchSettled, filterAdded, filterRemoved, filtersCleared, sortPressed];

function* fadeFresh(tab: TabName) {
  yield* delay(HIGHLIGHT_MS);
  yield* put(freshFaded(tab));
}

function* receivePage(tab: TabName, page: number, query: string, answer: OwnerRowsAnswer) {
  const before = yield* select(selectFresh, tab);
  yield* put(pageArrived({ ...tab, page, answer, query }));
  const fresh = yield* select(selectFresh, tab);
  if (fresh !== before && Object.keys(fresh).length > 0) yield* call(fadeFresh, tab);
}

function* requestPage(tab: TabName, page: number, query: string) {
  const slice = { query, offset: page * PAGE_ROWS, limit: PAGE_ROWS };
  yield* request(callApi('endpoint', 'rows', tab, slice), {
    done: (answer) => receivePage(tab, page, query, answer),
    failed: (failure) => pageFailed({ ...tab, page, failure }),
  });
}

function* requestMissingPages(tab: TabName) {
  const query = queryOf(yield* select(selectQuestion, tab));
  for (const page of yield* select(selectMissingPages, tab)) {
    yield* put(pageAsked({ ...tab, page }));
    yield* fork(requestPage, tab, page, query);
  }
}

function* loadVisiblePages(tab: TabName) {
  yield* throttle(REQUEST_THROTTLE_MS, PAGE_TRIGGERS, requestMissingPages, tab);
  yield* requestMissingPages(tab);
}

function* debounceSearch(tab: TabName) {
  yield* delay(SEARCH_DEBOUNCE_MS);
  yield* put(searchSettled(tab));
}

/** Applies the query in the page's address to the state. */
function* readAddress(tab: TabName) {
  const { location } = yield* getPorts();
  const query = queryInLocation(yield* call(location));
  if (query !== (yield* select(selectQuery, tab))) yield* put(questionFound({ ...tab, query }));
}

/** Writes the query into the page's address, so that a reload shows the same rows. */
function* writeAddress(tab: TabName) {
  const { location, navigate } = yield* getPorts();
  const current = yield* call(location);
  const query = yield* select(selectQuery, tab);
  if (query !== queryInLocation(current)) yield* call(navigate, locationWithQuery(current, query), { replace: true });
}

function* showTab(tab: TabName) {
  yield* readAddress(tab);
  yield* takeEvery(addressChanged, readAddress, tab);
  yield* takeEvery([...QUESTION_CHANGES, columnSwitched, columnsReset], writeAddress, tab);
  yield* takeLatest(searchTyped, debounceSearch, tab);
  // The tab may have been left before the pause in typing.
  const { search } = yield* select(selectQuestion, tab);
  if ((yield* select(selectTypedSearch, tab)).trim() !== search.trim()) yield* put(searchSettled(tab));
  while (true) yield* race({ shown: call(loadVisiblePages, tab), changed: take(QUESTION_CHANGES) });
}

/** Loads the pages on the screen until the tab is left or another one is opened, then aborts the requests in flight. */
const serveTab = ({ payload: tab }: ReturnType<typeof tabOpened>) => runUntil(showTab(tab), [tabLeft]);

export const endpointSaga = () => takeLatest(tabOpened, serveTab);
