import { type Action, createAction, createSlice } from '@reduxjs/toolkit';
import type { DriveSpreadsheet } from '../../../contract/drive';
import type { GridChangeAnswer, GridOperation, GridRowsAnswer, StaleAnswer } from '../../../contract/driveGrid';
import type { PlacedCell } from '../../../contract/gridCells';
import type { ApiFailure } from '../../http/apiError';
import { inField } from '../../machine/createMachine';
import { markLoading, invalidatePages, markFailed, type RowRange } from '../../grid/pageCache';
import { reducersOf } from '../../machine/reducersOf';
import { afterSaving, columnsAfter, markOutdated, movedPages, withPage, withPages, withTab } from './pages';
import { savingMachine } from './savingMachine';
import {
  afterMoves,
  afterSaved,
  type CompletedOperation,
  edited,
  editsAfter,
  formulaQuestionOf,
  nextBatch,
  type OfTab,
  offerQueueOf,
  otherUnsaved,
  placesAfter,
  replayed,
  withClashes,
  withMisfits,
  withOperation,
  withoutClash,
  written,
} from './edits';
import {
  type CellEdit,
  noGrid,
  noSheet,
  type Place,
  placeKey,
  type SheetState,
  type TabGrid,
  type UnsavedEdit,
} from './sheetState';

/** The page of a spreadsheet was opened, or its "Try again" was pressed; the saga loads the spreadsheet. */
export const sheetOpened = createAction<{ readonly spreadsheetId: string }>('sheet/sheetOpened');

/** Matches the opening of another spreadsheet; opening the same one again changes nothing. */
export const otherOpened = (spreadsheetId: string) => (action: Action) =>
  sheetOpened.match(action) && action.payload.spreadsheetId !== spreadsheetId;

/** Rows or columns are to be inserted or deleted. `reshapingSaga` handles this action and the ones below, online only. */
export const operationAsked = createAction<OfTab & { readonly operation: GridOperation }>('sheet/operationAsked');
export const tabAdded = createAction<{ readonly position: number }>('sheet/tabAdded');
export const tabRenamed = createAction<OfTab & { readonly title: string }>('sheet/tabRenamed');
/** A tab is to be deleted; its title is for the notice. */
export const tabRemoved = createAction<OfTab & { readonly title: string }>('sheet/tabRemoved');
/** "Undo" after a tab was deleted. */
export const tabRestored = createAction<{ readonly restore: string }>('sheet/tabRestored');
export const sheetRenamed = createAction<{ readonly title: string }>('sheet/sheetRenamed');
/** Undo or redo was pressed. */
export const undone = createAction('sheet/undone');
export const redone = createAction('sheet/redone');

interface OfPage extends OfTab {
  readonly page: number;
}

const on = reducersOf<SheetState>();

const inTab = <Payload extends OfTab>(change: (grid: TabGrid, payload: Payload) => Partial<TabGrid>) =>
  on<Payload>((state, payload) => withTab(state, payload.sheetId, (grid) => change(grid, payload)));

const inPages = <Payload extends OfTab>(change: (grid: TabGrid, payload: Payload) => void) =>
  inTab<Payload>((grid, payload) => withPages(grid, (next) => change(next, payload)));

/** The open spreadsheet: its tabs, the queue of edits, and the state of saving (a machine). */
export const sheetSlice = createSlice({
  name: 'sheet',
  initialState: noSheet,
  reducers: {
    sheetArrived: on<DriveSpreadsheet>((_state, payload) => ({
      page: { phase: 'ready', spreadsheetId: payload.id },
      spreadsheet: payload,
    })),
    sheetMissing: on((state) =>
      'spreadsheetId' in state.page
        ? { ...noSheet, page: { phase: 'missing', spreadsheetId: state.page.spreadsheetId } }
        : state,
    ),
    sheetFailed: on<ApiFailure>((state, failure) =>
      state.page.phase === 'loading'
        ? { page: { phase: 'failed', spreadsheetId: state.page.spreadsheetId, failure } }
        : state,
    ),
    /** These rows are on the screen. */
    rowsSeen: on<OfTab & RowRange>((state, { sheetId, ...seen }) =>
      withTab({ ...state, current: sheetId }, sheetId, () => ({ seen })),
    ),
    pageAsked: inPages<OfPage>((grid, { page }) => markLoading(grid, page)),
    pageArrived: on<OfPage & { answer: GridRowsAnswer }>((state, { sheetId, page, answer }) =>
      withTab(afterMoves(state, answer.tab), sheetId, (grid) => withPage(grid, page, answer)),
    ),
    pageFailed: inPages<OfPage & { failure: ApiFailure }>((grid, { page, failure }) => markFailed(grid, page, failure)),
    /** "Try again" after rows did not load. */
    rowsRetried: inPages<OfTab>((grid) => invalidatePages(grid, 'failed')),
    /** Blank rows or columns were added to the screen. */
    blanksAdded: inTab<OfTab & TabGrid['extra']>(({ extra }, { rows, columns }) => ({
      extra: { rows: extra.rows + rows, columns: extra.columns + columns },
    })),
    staleArrived: on<StaleAnswer>((_state, { tabs }) => ({
      stale: Object.fromEntries(tabs.map(({ sheetId, cells }) => [sheetId, cells])),
    })),
    /**
     * Cells were typed, pasted or cleared.
     * An input that is unmounted at the end of the session dispatches this after the state was reset; such an edit is dropped.
     */
    cellsWritten: on<OfTab & { edits: readonly CellEdit[] }>((state, { sheetId, edits }) =>
      state.spreadsheet === null ? state : written(state, sheetId, edits),
    ),
    /** The person has confirmed. A renamed header that is also text like a formula needs a second confirmation. */
    questionConfirmed: on((state) => {
      if (state.question === null) return state;
      const { kind, sheetId, edits } = state.question;
      const question = kind === 'header' ? formulaQuestionOf(sheetId, edits) : undefined;
      return question === undefined ? edited({ ...state, question: null }, sheetId, edits) : { ...state, question };
    }),
    questionDenied: on(() => ({ question: null })),
    /** The last step was undone or redone, as it consists of cells. */
    cellsReplayed: on<'undo' | 'redo'>(replayed),
    /** The next batch is in flight. */
    editsSent: on(({ queue }) => {
      const batch = new Set(nextBatch(queue));
      return { queue: queue.map((edit) => (batch.has(edit) ? { ...edit, sent: true } : edit)) };
    }),
    /** The batch in flight was saved. */
    editsSaved: on<OfTab & { answer: GridChangeAnswer }>((state, { sheetId, answer }) => {
      const queue = afterSaved(state.queue, answer);
      return withTab(afterMoves({ ...state, queue }, answer.tab), sheetId, (grid) =>
        afterSaving(withMisfits(grid, state.queue, answer), answer.tab, answer.cells),
      );
    }),
    misfitsKept: inTab<OfTab>(() => ({ misfits: [] })),
    /** The previous values are written back. */
    misfitsUndone: on<OfTab>((state, { sheetId }) => {
      const { misfits } = state.tabs[sheetId] ?? noGrid;
      if (misfits.length === 0) return state;
      const edits = misfits.map(({ row, column, before }) => ({ row, column, next: { cell: before } }));
      return edited(state, sheetId, edits);
    }),
    /** The server has not saved the edits in flight; they become pending again. */
    editsReturned: on((state) => ({ queue: state.queue.map((edit) => ({ ...edit, sent: false })) })),
    /** The edits cannot be saved, as the structure of the tab has changed. They are offered to the person instead. */
    editsDropped: on<OfTab>((state, { sheetId }) =>
      withTab({ ...offerQueueOf(state, sheetId), undo: [], redo: [] }, sheetId, markOutdated),
    ),
    /** The stored edits of this person were found. */
    unsavedFound: on<readonly UnsavedEdit[]>((state, payload) => ({ unsaved: [...state.unsaved, ...payload] })),
    /** The offered edits of a tab were dismissed. */
    unsavedSettled: on<OfTab>((state, { sheetId }) => ({ unsaved: otherUnsaved(state, sheetId) })),
    /** "Put back": the offered edits of a tab are written. */
    unsavedPutBack: on<OfTab>((state, { sheetId }) => {
      if (state.reshaping === 'lines') return state;
      const edits = state.unsaved.flatMap(({ sheetId: tab, ...edit }) => (tab === sheetId ? [edit] : []));
      return written({ ...state, unsaved: otherUnsaved(state, sheetId) }, sheetId, edits);
    }),
    clashFound: on<OfTab & { cells: readonly PlacedCell[] }>((state, { sheetId, cells }) =>
      withClashes(state, sheetId, cells),
    ),
    /** "Keep mine": overwrites the value on the server. */
    mineKept: on<OfTab & Place>((state, { sheetId, ...place }) => {
      const clash = state.tabs[sheetId]?.clashes.find((noted) => placeKey(noted) === placeKey(place));
      if (clash === undefined) return state;
      const settled = withTab(state, sheetId, (grid) => withoutClash(grid, place));
      return edited(settled, sheetId, [{ ...place, next: clash.mine, before: clash.theirs }]);
    }),
    theirsKept: inTab<OfTab & Place>(withoutClash),
    /** Rows, columns or tabs are about to change; {@link SheetState.reshaping} is set until that is done or has failed. */
    reshapingStarted: on<'lines' | 'tabs'>((_state, reshaping) => ({ reshaping })),
    reshapingEnded: on(() => ({ reshaping: null })),
    operationDone: on<CompletedOperation>((state, payload) =>
      withTab({ ...withOperation(state, payload), ...editsAfter(state, payload) }, payload.sheetId, (grid) => ({
        ...movedPages(markOutdated(grid), payload.operation),
        clashes: placesAfter(grid.clashes, payload.operation),
        misfits: [],
        facts: payload.answer.tab,
        widths: columnsAfter(grid.widths, payload.operation),
      })),
    ),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sheetOpened, (state: SheetState, { payload: { spreadsheetId } }): SheetState => {
        if (state.spreadsheet?.id === spreadsheetId && state.page.phase === 'ready') return { ...state, lost: null };
        const { queue, spreadsheet } = state;
        const hasLost = spreadsheet !== null && queue.length > 0;
        const lost = hasLost ? { title: spreadsheet.title, count: queue.length } : null;
        return { ...noSheet, lost, page: { phase: 'loading', spreadsheetId } };
      })
      .addCase(
        savingMachine.actions.changesGivenUp,
        on(() => ({ queue: [], undo: [], redo: [] })),
      )
      .addMatcher(savingMachine.handles, inField('saving', savingMachine));
  },
});

export const {
  savingTookLong,
  allSaved,
  connectionLost,
  connectionTried,
  savingRefused,
  savingRetried,
  changesGivenUp,
} = savingMachine.actions;

export const {
  sheetArrived,
  sheetMissing,
  sheetFailed,
  rowsSeen,
  pageAsked,
  pageArrived,
  pageFailed,
  rowsRetried,
  blanksAdded,
  cellsWritten,
  questionConfirmed,
  questionDenied,
  staleArrived,
  cellsReplayed,
  editsSent,
  editsSaved,
  editsReturned,
  editsDropped,
  unsavedFound,
  unsavedPutBack,
  unsavedSettled,
  misfitsKept,
  misfitsUndone,
  clashFound,
  mineKept,
  theirsKept,
  reshapingStarted,
  reshapingEnded,
  operationDone,
} = sheetSlice.actions;
