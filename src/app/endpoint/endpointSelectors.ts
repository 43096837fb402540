import type { Column, Row } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';
import type { RootState } from '../rootReducer';
import { PAGE_ROWS, pagesOf, type RowsPage, type TabName, tabKey, type TabRows } from './rowsState';

const selectTab = (state: RootState, name: TabName): TabRows | undefined => state.endpoint.tabs[tabKey(name)];

const NO_COLUMNS: readonly Column[] = [];

/** loading until the first page has come or failed. */
export function selectRowsPhase(state: RootState, name: TabName): 'loading' | 'ready' | 'failed' {
  const tab = selectTab(state, name);
  if (tab?.facts) return 'ready';
  return tab !== undefined && failedPage(tab) !== undefined ? 'failed' : 'loading';
}

/** Columns in the order of the sheet; empty until the first page has come. */
export const selectColumns = (state: RootState, name: TabName) => selectTab(state, name)?.facts?.columns ?? NO_COLUMNS;

/** Number of rows of the tab; 0 until the first page has come. */
export const selectTotalRows = (state: RootState, name: TabName) => selectTab(state, name)?.facts?.total ?? 0;

/** Pages by number, for {@link rowAt}; the object changes only when a page does. */
export const selectPages = (state: RootState, name: TabName) => selectTab(state, name)?.pages ?? NO_PAGES;

const NO_PAGES: Readonly<Record<number, RowsPage>> = {};

/** The row at a place of the tab, from 0; undefined while its page is not there. */
export function rowAt(pages: Readonly<Record<number, RowsPage>>, index: number): Row | undefined {
  const page = pages[Math.floor(index / PAGE_ROWS)];
  return page?.phase === 'ready' ? page.rows[index % PAGE_ROWS] : undefined;
}

const failedPage = ({ pages }: TabRows) => Object.values(pages).find((page) => page.phase === 'failed');

/** Why rows are missing from the grid, when a page failed; "Try again" dispatches `rowsRetried`. */
export function selectRowsFailure(state: RootState, name: TabName): ApiFailure | undefined {
  const tab = selectTab(state, name);
  const page = tab && failedPage(tab);
  return page?.phase === 'failed' ? page.failure : undefined;
}

/** Pages on the screen that are neither there nor asked for. */
export function selectMissingPages(state: RootState, name: TabName): readonly number[] {
  const tab = selectTab(state, name);
  return tab === undefined ? [] : pagesOf(tab.seen, tab.facts?.total).filter((page) => tab.pages[page] === undefined);
}
