import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Column, OwnerRowsAnswer } from '../../contract/rows';
import type { ApiFailure } from '../http/apiError';
import { projectArrived, projectDeleted, projectListArrived } from '../projects/projectsSlice';
import { sessionEnded } from '../session/sessionSlice';
import { noRows, pagesOf, PAGES_KEPT, type RowRange, type TabName, TABS_KEPT, tabKey, type TabRows } from './rowsState';

interface PageName extends TabName {
  readonly page: number;
}

/** Rows of the tabs that were looked at, the tab opened longest ago first. */
export interface EndpointState {
  tabs: Record<string, TabRows>;
  opened: string[];
}

const initialState: EndpointState = { tabs: {}, opened: [] };

function keepUsed(tab: TabRows, page: number) {
  tab.kept = [...tab.kept.filter((other) => other !== page), page];
  for (const old of tab.kept.splice(0, Math.max(0, tab.kept.length - PAGES_KEPT))) delete tab.pages[old];
}

/** Drops what was read at another revision: a page of an old copy never stands beside one of a new copy. */
function atRevision(tab: TabRows, revision: number) {
  if (tab.facts === null || tab.facts.revision === revision) return;
  Object.assign(tab, { ...noRows(), seen: tab.seen });
}

function dropOutdated(state: EndpointState, projectId: string, revision: number) {
  for (const key of state.opened) {
    const tab = state.tabs[key];
    if (tab !== undefined && key.startsWith(`${projectId}/`)) atRevision(tab, revision);
  }
}

function dropTabs(state: EndpointState, projectId: string) {
  const gone = state.opened.filter((key) => key.startsWith(`${projectId}/`));
  for (const key of gone) delete state.tabs[key];
  state.opened = state.opened.filter((key) => !gone.includes(key));
}

function dropPages({ pages }: TabRows, phase: 'loading' | 'failed') {
  for (const [page, { phase: found }] of Object.entries(pages)) if (found === phase) delete pages[Number(page)];
}

/** The rows of a tab for the grid, page by page. */
export const endpointSlice = createSlice({
  name: 'endpoint',
  initialState,
  reducers: {
    /** A tab is on the screen. What was on its way for another one is given up. */
    tabOpened(state, { payload }: PayloadAction<TabName>) {
      const key = tabKey(payload);
      for (const tab of Object.values(state.tabs)) dropPages(tab, 'loading');
      state.tabs[key] ??= noRows() as Draft<TabRows>;
      state.opened = [...state.opened.filter((other) => other !== key), key];
      for (const old of state.opened.splice(0, Math.max(0, state.opened.length - TABS_KEPT))) delete state.tabs[old];
    },
    /** The grid has left the screen. */
    tabLeft(state) {
      for (const tab of Object.values(state.tabs)) dropPages(tab, 'loading');
    },
    /** These rows are on the screen: pages that are not known are asked for. */
    rowsSeen(state, { payload: { first, last, ...name } }: PayloadAction<TabName & RowRange>) {
      const tab = state.tabs[tabKey(name)];
      if (tab === undefined) return;
      tab.seen = { first, last };
      for (const page of pagesOf(tab.seen, tab.facts?.total))
        if (tab.pages[page]?.phase === 'ready') keepUsed(tab, page);
    },
    /** "Try again": pages that failed are asked for anew. */
    rowsRetried(state, { payload }: PayloadAction<TabName>) {
      const tab = state.tabs[tabKey(payload)];
      if (tab !== undefined) dropPages(tab, 'failed');
    },
    pageAsked(state, { payload }: PayloadAction<PageName>) {
      const tab = state.tabs[tabKey(payload)];
      if (tab !== undefined) tab.pages[payload.page] = { phase: 'loading' };
    },
    /** A page of an older copy than the one shown is not taken in; being missing, it is asked for again. */
    pageArrived(state, { payload }: PayloadAction<PageName & { answer: OwnerRowsAnswer }>) {
      const tab = state.tabs[tabKey(payload)];
      if (tab === undefined) return;
      const { columns, data, meta } = payload.answer;
      if (tab.facts !== null && meta.revision < tab.facts.revision) {
        delete tab.pages[payload.page];
        return;
      }
      atRevision(tab, meta.revision);
      tab.facts = { columns: columns as Draft<Column[]>, total: meta.total, revision: meta.revision };
      tab.pages[payload.page] = { phase: 'ready', rows: data as Draft<typeof data> };
      keepUsed(tab, payload.page);
    },
    pageFailed(state, { payload }: PayloadAction<PageName & { failure: ApiFailure }>) {
      const tab = state.tabs[tabKey(payload)];
      if (tab !== undefined) tab.pages[payload.page] = { phase: 'failed', failure: payload.failure };
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(projectArrived, (state, { payload }) => dropOutdated(state, payload.id, payload.revision))
      .addCase(projectListArrived, (state, { payload }) => {
        for (const { id, revision } of payload) dropOutdated(state, id, revision);
      })
      .addCase(projectDeleted, (state, { payload }) => dropTabs(state, payload.projectId))
      .addCase(sessionEnded, () => initialState);
  },
});

export const { tabOpened, tabLeft, rowsSeen, rowsRetried, pageAsked, pageArrived, pageFailed } = endpointSlice.actions;
