import { createSelector } from '@reduxjs/toolkit';
import type { Row } from '../../../contract/rows';
import type { RootState } from '../../rootReducer';
import { noRows, noTabs, type RowsPage, type TabName, tabKey, type TabRows } from './endpointSlice';
import { queryOf, queryWithFields } from './question';
import { failureIn, missingPages, PAGE_ROWS, pageOf } from '../../grid/pageCache';

const endpointOf = ({ endpoint = noTabs }: RootState) => endpoint;

const selectTab = (state: RootState, name: TabName): TabRows => endpointOf(state).tabs[tabKey(name)] ?? noRows;

/** Whether the rows that are there answer what is asked now. */
const isAnswered = ({ facts, question }: TabRows) => facts !== null && facts.query === queryOf(question);

/** loading until the first rows have come or failed; those of the question before stay until then. */
export function selectRowsPhase(state: RootState, name: TabName): 'loading' | 'ready' | 'failed' {
  const tab = selectTab(state, name);
  if (isAnswered(tab)) return 'ready';
  if (failureIn(tab) !== undefined) return 'failed';
  return tab.facts === null ? 'loading' : 'ready';
}

/** Whether the rows on the screen answer the question before. */
export const selectRowsOutdated = (state: RootState, name: TabName) => !isAnswered(selectTab(state, name));

/** Columns in the order of the sheet; empty until the first page has come. */
export const selectColumns = (state: RootState, name: TabName) => selectTab(state, name).columns;

/** Cells that cannot be written, by column. */
export const selectLocked = (state: RootState, name: TabName) => selectTab(state, name).locked;

/** Rows by which columns get their width. */
export const selectSample = (state: RootState, name: TabName) => selectTab(state, name).sample;

/** Columns that are not shown, by key. */
export const selectHidden = (state: RootState, name: TabName) => selectTab(state, name).hidden;

/** Columns that are shown. */
export const selectShownColumns = createSelector(selectColumns, selectHidden, (columns, hidden) =>
  hidden.length === 0 ? columns : columns.filter(({ key }) => !hidden.includes(key)),
);

/** Number of rows that answer the question; 0 until the first page has come. */
export const selectTotalRows = (state: RootState, name: TabName) => selectTab(state, name).facts?.total ?? 0;

/** The question that the rows on the screen answer, as its query. */
export const selectShownQuery = (state: RootState, name: TabName) => selectTab(state, name).facts?.query ?? '';

/** The revision of the rows on the screen. */
export const selectShownRevision = (state: RootState, name: TabName) => selectTab(state, name).facts?.revision;

/** Pages by number, for {@link rowAt}; the object changes only when a page does. */
export const selectPages = (state: RootState, name: TabName) => selectTab(state, name).pages;

/** The row at a place of the answer, from 0; undefined while its page is not there. */
export const rowAt = (pages: Readonly<Record<number, RowsPage>>, index: number): Row | undefined =>
  pages[pageOf(index)]?.rows?.[index % PAGE_ROWS];

/** Cells that have just changed, by row and column. */
export const selectFresh = (state: RootState, name: TabName) => selectTab(state, name).fresh;

/** Why rows are missing from the grid, when a page failed; "Try again" dispatches `rowsRetried`. */
export const selectRowsFailure = (state: RootState, name: TabName) => failureIn(selectTab(state, name));

/** Pages on the screen that are neither there nor asked for; none of a tab that is not looked at. */
export function selectMissingPages(state: RootState, name: TabName): readonly number[] {
  const tab = selectTab(state, name);
  return tab === noRows ? [] : missingPages(tab, tab.seen, isAnswered(tab) ? tab.facts?.total : undefined);
}

/** What is asked of the rows. */
export const selectQuestion = (state: RootState, name: TabName) => selectTab(state, name).question;

/** The search as it stands in its field. */
export const selectTypedSearch = (state: RootState, name: TabName) => selectTab(state, name).typed;

/** What is asked of the rows, as a query of the data API: what the page's address carries. */
export const selectQuery = (state: RootState, name: TabName) =>
  queryWithFields(selectQuestion(state, name), selectHidden(state, name));

/** As a table, or as JSON. */
export const selectRowsLook = (state: RootState) => endpointOf(state).look;
