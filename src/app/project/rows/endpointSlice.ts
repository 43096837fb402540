import { createAction, createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { OwnerRowsAnswer } from '../../../contract/rows';
import type { ApiFailure } from '../../http/apiError';
import { projectArrived, projectDeleted, projectListArrived } from '../../projects/projectsSlice';
import { markLoading, invalidatePages, markFailed, type RowRange } from '../../grid/pageCache';
import { applyWrites, noRows, receivePage, setQuestion, type TabRows, type WrittenRow } from './rowPageCache';
import { everyRow, type Filter, type Question, questionIn, withFilter } from './question';

/** Identifies a tab of a project. */
export interface TabName {
  readonly projectId: string;
  readonly sheetId: number;
}

/** Maximum number of tabs in the state; beyond it the one opened longest ago is evicted. */
const MAX_TABS = 5;

export const tabKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

interface PageName extends TabName {
  readonly page: number;
}

/** How rows are shown. */
export type RowsLook = 'table' | 'json';

interface EndpointState {
  /** Rows of the opened tabs by {@link tabKey}, the one opened longest ago first. */
  tabs: Record<string, TabRows>;
  /** Newest known revision of each project. */
  newestRevisions: Record<string, number>;
  look: RowsLook;
}

/** State before any tab was opened. */
export const noTabs: EndpointState = { tabs: {}, newestRevisions: {}, look: 'table' };

/** Invalidates the pages of a project that were read at an older revision. */
function revisionArrived(state: EndpointState, projectId: string, revision: number) {
  if (revision <= (state.newestRevisions[projectId] ?? -1)) return;
  state.newestRevisions[projectId] = revision;
  for (const [key, tab] of Object.entries(state.tabs)) {
    const isOld = tab.facts !== null && tab.facts.revision < revision;
    if (isOld && key.startsWith(`${projectId}/`)) invalidatePages(tab);
  }
}

function dropTabs(state: EndpointState, projectId: string) {
  for (const key of Object.keys(state.tabs)) if (key.startsWith(`${projectId}/`)) delete state.tabs[key];
  delete state.newestRevisions[projectId];
}

type TabAction<More = unknown> = PayloadAction<TabName & More>;

/** Returns a reducer that changes a tab, and does nothing for a tab that is not in the state. */
const inTab =
  <More>(change: (tab: TabRows, payload: TabName & More) => void) =>
  (state: Draft<EndpointState>, { payload }: TabAction<More>) => {
    const tab = state.tabs[tabKey(payload)];
    if (tab !== undefined) change(tab, payload);
  };

/** Returns a reducer that changes the question of a tab. */
const changingQuestion = <More>(next: (question: Question, more: More, tab: TabRows) => Question) =>
  inTab<More>((tab, more) => setQuestion(tab, next(tab.question, more, tab)));

const without = <T>(list: readonly T[], index: number) => list.filter((_, at) => at !== index);

/** The rows of each tab for the grid, page by page, and the question they match. */
export const endpointSlice = createSlice({
  name: 'endpoint',
  initialState: noTabs,
  reducers: {
    /** A tab is on the screen. Pending pages of the other tabs are marked as missing again. */
    tabOpened(state, { payload }: TabAction) {
      for (const tab of Object.values(state.tabs)) invalidatePages(tab, 'loading');
      const { [tabKey(payload)]: tab = { ...noRows } as Draft<TabRows>, ...others } = state.tabs;
      const recent = Object.entries(others).slice(1 - MAX_TABS);
      state.tabs = { ...Object.fromEntries(recent), [tabKey(payload)]: tab };
    },
    /** The Data view was closed. */
    tabLeft(state) {
      for (const tab of Object.values(state.tabs)) invalidatePages(tab, 'loading');
    },
    /** These rows are on the screen; the saga requests their missing pages. */
    rowsSeen: inTab<RowRange>((tab, { first, last }) => {
      tab.seen = { first, last };
    }),
    /** "Try again": failed pages are requested again. */
    rowsRetried: inTab((tab) => invalidatePages(tab, 'failed')),
    pageAsked: inTab<PageName>((tab, { page }) => markLoading(tab, page)),
    /** @param query the query of the request */
    pageArrived: inTab<PageName & { answer: OwnerRowsAnswer; query: string }>((tab, { page, answer, query }) =>
      receivePage(tab, page, answer, query),
    ),
    pageFailed: inTab<PageName & { failure: ApiFailure }>((tab, { page, failure }) => markFailed(tab, page, failure)),
    /** This page has written rows of the tab. `revision` is set where the revision contains no other change. */
    rowsWritten: inTab<{ written: readonly WrittenRow[]; revision?: number }>((tab, { written, revision }) =>
      applyWrites(tab, written, revision),
    ),
    /** Rows were added or deleted: all pages are requested again, and their rows stay on the screen until then. */
    rowsOutdated: inTab((tab) => invalidatePages(tab)),
    /** The highlight of changed cells has ended. */
    freshFaded: inTab((tab) => {
      tab.fresh = {};
    }),

    /** The page's address contains another query. */
    questionFound: inTab<{ query: string }>((tab, { query }) => {
      const { question, hidden } = questionIn(query);
      tab.hidden = hidden;
      tab.typed = question.search;
      setQuestion(tab, question);
    }),
    searchTyped: inTab<{ text: string }>((tab, { text }) => {
      tab.typed = text;
    }),
    /** Typing has paused. */
    searchSettled: changingQuestion((question, _payload, { typed }) => ({ ...question, search: typed.trim() })),
    filterAdded: changingQuestion<{ filter: Filter }>((question, { filter }) => ({
      ...question,
      filters: withFilter(question.filters, filter),
    })),
    filterRemoved: changingQuestion<{ place: number }>((question, { place }) => ({
      ...question,
      filters: without(question.filters, place),
    })),
    filtersCleared: inTab((tab) => {
      tab.typed = '';
      setQuestion(tab, { ...everyRow, sort: tab.question.sort });
    }),
    /** A column header was pressed: ascending, then descending, then the order of the sheet. */
    sortPressed: changingQuestion<{ column: string }>((question, { column }) => {
      const { sort } = question;
      if (sort?.column !== column) return { ...question, sort: { column, descending: false } };
      return { ...question, sort: sort.descending ? null : { column, descending: true } };
    }),
    columnSwitched: inTab<{ column: string; shown: boolean }>((tab, { column, shown }) => {
      const others = tab.hidden.filter((name) => name !== column);
      tab.hidden = shown ? others : [...others, column];
    }),
    columnsReset: inTab((tab) => {
      tab.hidden = [];
    }),
    lookChosen(state, { payload }: PayloadAction<RowsLook>) {
      state.look = payload;
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectArrived, (state, { payload }) => revisionArrived(state, payload.id, payload.revision))
      .addCase(projectListArrived, (state, { payload }) => {
        for (const { id, revision } of payload) revisionArrived(state, id, revision);
      })
      .addCase(projectDeleted, (state, { payload }) => dropTabs(state, payload.projectId));
  },
});

export const {
  tabOpened,
  tabLeft,
  rowsSeen,
  rowsRetried,
  pageAsked,
  pageArrived,
  pageFailed,
  rowsWritten,
  rowsOutdated,
  freshFaded,
  questionFound,
  searchTyped,
  searchSettled,
  filterAdded,
  filterRemoved,
  filtersCleared,
  sortPressed,
  columnSwitched,
  columnsReset,
  lookChosen,
} = endpointSlice.actions;

/** The page's address has changed while a tab is on the screen. */
export const addressChanged = createAction<TabName>('endpoint/addressChanged');

/** ⌘C: these rows and columns are to be copied to the clipboard, which the edit saga does. */
export const cellsCopied = createAction<TabName & RowRange & { readonly columns: readonly string[] }>(
  'edit/cellsCopied',
);
