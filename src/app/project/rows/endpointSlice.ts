import { createAction, createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { OwnerRowsAnswer, Column, LockedCells, Row } from '../../../contract/rows';
import type { ApiFailure } from '../../http/apiError';
import { projectArrived, projectDeleted, projectListArrived } from '../../projects/projectsSlice';
import { askPage, dropPages, failPage, type RowRange, usePages, type Page, type PageCache } from '../../grid/pageCache';
import { ask, putWritten, takePage, type WrittenRow } from './rowPageCache';
import { everyRow, type Filter, type Question, questionIn, withFilter } from './question';

/** A tab of a project, as it is named in addresses. */
export interface TabName {
  readonly projectId: string;
  readonly sheetId: number;
}

export type RowsPage = Page<readonly Row[]>;

/** What the rows on the screen are: the answer to a question, at a revision. */
interface RowsFacts {
  readonly total: number;
  readonly revision: number;
  /** The question, as its query. */
  readonly query: string;
}

/** What is known of a tab's rows. Columns and facts come with the first page. */
export interface TabRows extends PageCache<readonly Row[]> {
  question: Question;
  /** The search as it stands in its field, ahead of the question while one types. */
  typed: string;
  /** Columns that are not shown. */
  hidden: readonly string[];
  /** In the order of the sheet. */
  columns: readonly Column[];
  /** Cells that cannot be written. */
  locked: readonly LockedCells[];
  /** Columns get their width by these rows: the first that came with the columns, and later ones that hold longer figures. */
  sample: readonly Row[];
  facts: RowsFacts | null;
  seen: RowRange;
  /** Cells that have just changed, by row and column. */
  fresh: Readonly<Record<string, readonly string[]>>;
}

/** Tabs kept; when there are more, the one opened longest ago goes. */
const TABS_KEPT = 5;

export const tabKey = ({ projectId, sheetId }: TabName) => `${projectId}/${sheetId}`;

/** Before the first page has come. */
export const noRows: TabRows = {
  question: everyRow,
  typed: '',
  hidden: [],
  columns: [],
  locked: [],
  sample: [],
  facts: null,
  pages: {},
  kept: [],
  seen: { first: 0, last: 0 },
  fresh: {},
};

interface PageName extends TabName {
  readonly page: number;
}

/** How rows are shown. */
export type RowsLook = 'table' | 'json';

/** Rows of the tabs that were looked at, the tab opened longest ago first. */
export interface EndpointState {
  tabs: Record<string, TabRows>;
  opened: string[];
  /** The newest revision of each project that was heard of. */
  newestRevisions: Record<string, number>;
  look: RowsLook;
}

/** No tab was looked at yet. */
export const noTabs: EndpointState = { tabs: {}, opened: [], newestRevisions: {}, look: 'table' };

/** The project tells of its rows: what was read at an older revision is asked for anew. */
function revisionArrived(state: EndpointState, projectId: string, revision: number) {
  if (revision <= (state.newestRevisions[projectId] ?? -1)) return;
  state.newestRevisions[projectId] = revision;
  for (const key of state.opened) {
    const tab = state.tabs[key];
    const isOld = tab?.facts && tab.facts.revision < revision;
    if (isOld && key.startsWith(`${projectId}/`)) dropPages(tab);
  }
}

function dropTabs(state: EndpointState, projectId: string) {
  const gone = state.opened.filter((key) => key.startsWith(`${projectId}/`));
  for (const key of gone) delete state.tabs[key];
  state.opened = state.opened.filter((key) => !gone.includes(key));
  delete state.newestRevisions[projectId];
}

type About<More = unknown> = PayloadAction<TabName & More>;

/** A reducer that changes a tab that is known. */
const inTab =
  <More>(change: (tab: TabRows, payload: TabName & More) => void) =>
  (state: Draft<EndpointState>, { payload }: About<More>) => {
    const tab = state.tabs[tabKey(payload)];
    if (tab !== undefined) change(tab, payload);
  };

/** A reducer after which other rows of a tab are wanted. */
const asking = <More>(next: (question: Question, more: More, tab: TabRows) => Question) =>
  inTab<More>((tab, more) => ask(tab, next(tab.question, more, tab)));

const without = <T>(list: readonly T[], place: number) => list.filter((_, index) => index !== place);

/** The rows of a tab for the grid, page by page, and which of them are wanted. */
export const endpointSlice = createSlice({
  name: 'endpoint',
  initialState: noTabs,
  reducers: {
    /** A tab is on the screen. What was on its way for another one is given up. */
    tabOpened(state, { payload }: About) {
      const key = tabKey(payload);
      for (const tab of Object.values(state.tabs)) dropPages(tab, 'loading');
      state.tabs[key] ??= { ...noRows } as Draft<TabRows>;
      state.opened = [...state.opened.filter((other) => other !== key), key];
      for (const old of state.opened.splice(0, Math.max(0, state.opened.length - TABS_KEPT))) delete state.tabs[old];
    },
    /** The rows have left the screen. */
    tabLeft(state) {
      for (const tab of Object.values(state.tabs)) dropPages(tab, 'loading');
    },
    /** These rows are on the screen: pages that are not known are asked for. */
    rowsSeen: inTab<RowRange>((tab, { first, last }) => {
      tab.seen = { first, last };
      usePages(tab, tab.seen, tab.facts?.total);
    }),
    /** "Try again": pages that failed are asked for anew. */
    rowsRetried: inTab((tab) => dropPages(tab, 'failed')),
    pageAsked: inTab<PageName>((tab, { page }) => askPage(tab, page)),
    /** @param query the question that was asked */
    pageArrived: inTab<PageName & { answer: OwnerRowsAnswer; query: string }>((tab, { page, answer, query }) =>
      takePage(tab, page, answer, query),
    ),
    pageFailed: inTab<PageName & { failure: ApiFailure }>((tab, { page, failure }) => failPage(tab, page, failure)),
    /** Rows of the tab have been written from here: at a revision at which nothing else was, where one is given. */
    rowsWritten: inTab<{ written: readonly WrittenRow[]; revision?: number }>((tab, { written, revision }) =>
      putWritten(tab, written, revision),
    ),
    /** Rows have come or gone: those on the screen are asked for anew, and stay there until then. */
    rowsOutdated: inTab((tab) => dropPages(tab)),
    /** New cells have been marked for long enough. */
    freshFaded: inTab((tab) => {
      tab.fresh = {};
    }),

    /** The page's address asks for certain rows. */
    questionFound: inTab<{ query: string }>((tab, { query }) => {
      const { question, hidden } = questionIn(query);
      tab.hidden = hidden;
      tab.typed = question.search;
      ask(tab, question);
    }),
    searchTyped: inTab<{ text: string }>((tab, { text }) => {
      tab.typed = text;
    }),
    /** Typing has paused. */
    searchSettled: asking((question, _more, { typed }) => ({ ...question, search: typed.trim() })),
    filterAdded: asking<{ filter: Filter }>((question, { filter }) => ({
      ...question,
      filters: withFilter(question.filters, filter),
    })),
    filterRemoved: asking<{ place: number }>((question, { place }) => ({
      ...question,
      filters: without(question.filters, place),
    })),
    filtersCleared: inTab((tab) => {
      tab.typed = '';
      ask(tab, { ...everyRow, sort: tab.question.sort });
    }),
    /** A column's head was pressed: rising, then falling, then the order of the sheet. */
    sortPressed: asking<{ column: string }>((question, { column }) => {
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

/** ⌘C: a stretch of rows is wanted on the clipboard, with these columns. The saga of editing does it. */
export const cellsCopied = createAction<TabName & RowRange & { readonly columns: readonly string[] }>(
  'edit/cellsCopied',
);
