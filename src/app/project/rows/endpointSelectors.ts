import { createSelector } from '@reduxjs/toolkit';
import type { Row } from '../../../contract/rows';
import type { RootState } from '../../rootReducer';
import { noTabs, type TabName, tabKey } from './endpointSlice';
import { noRows, type RowsPage, type TabRows } from './rowPageCache';
import { queryOf, queryWithFields } from './question';
import { failureIn, missingPages, PAGE_ROWS, pageOf } from '../../grid/pageCache';

const endpointOf = ({ endpoint = noTabs }: RootState) => endpoint;

const selectTab = (state: RootState, name: TabName): TabRows => endpointOf(state).tabs[tabKey(name)] ?? noRows;

/** Whether the loaded rows belong to the current question. */
const isAnswered = ({ facts, question }: TabRows) => facts !== null && facts.query === queryOf(question);

/** Returns `loading` until the first page has arrived or failed. The rows of the previous question count as `ready`. */
export function selectRowsPhase(state: RootState, name: TabName): 'loading' | 'ready' | 'failed' {
  const tab = selectTab(state, name);
  if (isAnswered(tab)) return 'ready';
  if (failureIn(tab) !== undefined) return 'failed';
  return tab.facts === null ? 'loading' : 'ready';
}

/** Whether the rows on the screen belong to the previous question. */
export const selectRowsOutdated = (state: RootState, name: TabName) => !isAnswered(selectTab(state, name));

/** Returns the columns in the order of the sheet; empty until the first page has arrived. */
export const selectColumns = (state: RootState, name: TabName) => selectTab(state, name).columns;

/** Returns the read-only cells, by column. */
export const selectLocked = (state: RootState, name: TabName) => selectTab(state, name).locked;

/** Returns the rows from which the column widths are computed. */
export const selectSample = (state: RootState, name: TabName) => selectTab(state, name).sample;

/** Returns the keys of the hidden columns. */
export const selectHidden = (state: RootState, name: TabName) => selectTab(state, name).hidden;

/** Returns the visible columns. */
export const selectShownColumns = createSelector(selectColumns, selectHidden, (columns, hidden) =>
  hidden.length === 0 ? columns : columns.filter(({ key }) => !hidden.includes(key)),
);

/** Returns the number of rows that match the question; 0 until the first page has arrived. */
export const selectTotalRows = (state: RootState, name: TabName) => selectTab(state, name).facts?.total ?? 0;

/** Returns the query of the rows on the screen. */
export const selectShownQuery = (state: RootState, name: TabName) => selectTab(state, name).facts?.query ?? '';

/** Returns the revision of the rows on the screen. */
export const selectShownRevision = (state: RootState, name: TabName) => selectTab(state, name).facts?.revision;

/** Returns the pages by number, for {@link rowAt}; the object changes only when a page does. */
export const selectPages = (state: RootState, name: TabName) => selectTab(state, name).pages;

/** Returns the row at an index of the result, from 0; undefined while its page is not loaded. */
export const rowAt = (pages: Readonly<Record<number, RowsPage>>, index: number): Row | undefined =>
  pages[pageOf(index)]?.rows?.[index % PAGE_ROWS];

/** Returns the column keys of the cells that have just changed, by row id. */
export const selectFresh = (state: RootState, name: TabName) => selectTab(state, name).fresh;

/** Returns the failure of a page that did not load; "Try again" dispatches `rowsRetried`. */
export const selectRowsFailure = (state: RootState, name: TabName) => failureIn(selectTab(state, name));

/** Returns the pages on the screen that are neither loaded nor requested; none for a tab that was not opened. */
export function selectMissingPages(state: RootState, name: TabName): readonly number[] {
  const tab = selectTab(state, name);
  return tab === noRows ? [] : missingPages(tab, isAnswered(tab) ? tab.facts?.total : undefined);
}

/** Returns the current search, filters and order. */
export const selectQuestion = (state: RootState, name: TabName) => selectTab(state, name).question;

/** Returns the text of the search field. */
export const selectTypedSearch = (state: RootState, name: TabName) => selectTab(state, name).typed;

/** Returns the question and the hidden columns as a query of the data API: the `query` parameter of the page's address. */
export const selectQuery = (state: RootState, name: TabName) =>
  queryWithFields(selectQuestion(state, name), selectHidden(state, name));

/** Returns whether rows are shown as a table or as JSON. */
export const selectRowsLook = (state: RootState) => endpointOf(state).look;
