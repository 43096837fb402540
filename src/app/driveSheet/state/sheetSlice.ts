import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DriveSpreadsheet } from '../../../contract/drive';
import type { GridChangeAnswer, GridOperation, GridRowsAnswer, StaleAnswer } from '../../../contract/driveGrid';
import type { PlacedCell } from '../../../contract/gridCells';
import type { ApiFailure } from '../../http/apiError';
import { inField } from '../../machine/createMachine';
import { sessionEnded } from '../../session/sessionSlice';
import { afterSaved, withClashes, withMisfits } from './edits';
import { askPage, dropPages, failPage, usePages } from '../../grid/pageCache';
import { afterSaving, columnsAfter, seenRows, withCells, withPage, withPages } from './pages';
import { savingMachine } from './savingMachine';
import {
  edited,
  formulaQuestionOf,
  headerQuestionOf,
  type OfTab,
  type Operated,
  outdated,
  replayed,
  withOperation,
  withoutClash,
  withoutQueueOf,
  withTab,
} from './sheetChanges';
import {
  type CellEdit,
  noSheet,
  type Place,
  placeKey,
  type SheetState,
  type TabGrid,
  type UnsavedEdit,
} from './sheetState';

/** A spreadsheet's page is on the screen, or its "Try again" was pressed. Everything else about it is loaded then. */
export const sheetOpened = createAction<{ readonly spreadsheetId: string }>('sheet/sheetOpened');

/** What a person wants to happen to rows, columns and tabs; `reshapingSaga` does it, online and at once. */
export const operationAsked = createAction<{ readonly sheetId: number; readonly operation: GridOperation }>(
  'sheet/operationAsked',
);
export const tabAdded = createAction<{ readonly position: number }>('sheet/tabAdded');
export const tabRenamed = createAction<{ readonly sheetId: number; readonly title: string }>('sheet/tabRenamed');
export const tabRemoved = createAction<{ readonly sheetId: number }>('sheet/tabRemoved');
/** "Undo" after a tab was deleted. */
export const tabRestored = createAction<{ readonly restore: string }>('sheet/tabRestored');
export const sheetRenamed = createAction<{ readonly title: string }>('sheet/sheetRenamed');

interface OfPage extends OfTab {
  readonly page: number;
}

/** The spreadsheet whose page is open: its tabs, what is typed, and whether that is saved (a machine). */
export const sheetSlice = createSlice({
  name: 'sheet',
  initialState: noSheet,
  reducers: {
    sheetArrived: (state: SheetState, { payload }: PayloadAction<DriveSpreadsheet>): SheetState => ({
      ...state,
      page: { phase: 'ready', spreadsheetId: payload.id },
      spreadsheet: payload,
    }),
    sheetMissing: (state: SheetState): SheetState =>
      'spreadsheetId' in state.page
        ? { ...noSheet, page: { phase: 'missing', spreadsheetId: state.page.spreadsheetId } }
        : state,
    sheetFailed: (state: SheetState, { payload: failure }: PayloadAction<ApiFailure>): SheetState =>
      state.page.phase === 'loading'
        ? { ...state, page: { phase: 'failed', spreadsheetId: state.page.spreadsheetId, failure } }
        : state,

    /** These rows are on the screen. */
    rowsSeen: (state: SheetState, { payload }: PayloadAction<OfTab & TabGrid['seen']>): SheetState =>
      withTab({ ...state, current: payload.sheetId }, payload.sheetId, (grid) =>
        withPages({ ...grid, seen: { first: payload.first, last: payload.last } }, (next) =>
          usePages(next, seenRows(next)),
        ),
      ),
    pageAsked: (state: SheetState, { payload: { sheetId, page } }: PayloadAction<OfPage>): SheetState =>
      withTab(state, sheetId, (grid) => withPages(grid, (next) => askPage(next, page))),
    pageArrived: (state: SheetState, { payload }: PayloadAction<OfPage & { answer: GridRowsAnswer }>): SheetState =>
      withTab(state, payload.sheetId, (grid) => withPage(grid, payload.page, payload.answer)),
    pageFailed: (state: SheetState, { payload }: PayloadAction<OfPage & { failure: ApiFailure }>): SheetState =>
      withTab(state, payload.sheetId, (grid) =>
        withPages(grid, (next) => failPage(next, payload.page, payload.failure)),
      ),
    /** "Try again" where rows did not load. */
    rowsRetried: (state: SheetState, { payload }: PayloadAction<OfTab>): SheetState =>
      withTab(state, payload.sheetId, (grid) => withPages(grid, (next) => dropPages(next, 'failed'))),
    /** Blank rows or columns more than are shown anyway. */
    blanksAdded: (state: SheetState, { payload }: PayloadAction<OfTab & TabGrid['extra']>): SheetState =>
      withTab(state, payload.sheetId, (grid) => ({
        ...grid,
        extra: { rows: grid.extra.rows + payload.rows, columns: grid.extra.columns + payload.columns },
      })),

    staleArrived: (state: SheetState, { payload: { tabs } }: PayloadAction<StaleAnswer>): SheetState => ({
      ...state,
      stale: Object.fromEntries(tabs.map(({ sheetId, cells }) => [sheetId, cells])),
    }),

    /** Cells were typed, pasted or cleared. A header that is in use, and texts like formulas, are asked about first. */
    cellsWritten(state: SheetState, { payload }: PayloadAction<OfTab & { edits: readonly CellEdit[] }>): SheetState {
      const { sheetId, edits } = payload;
      if (state.reshaping || edits.length === 0) return state;
      const question = headerQuestionOf(state, sheetId, edits) ?? formulaQuestionOf(sheetId, edits);
      return question === undefined ? edited(state, sheetId, edits) : { ...state, question };
    },
    /** What is asked about is to be done; a renamed header may be a text like a formula too. */
    questionConfirmed(state: SheetState): SheetState {
      if (state.question === null) return state;
      const { kind, sheetId, edits } = state.question;
      const question = kind === 'header' ? formulaQuestionOf(sheetId, edits) : undefined;
      return question === undefined ? edited(state, sheetId, edits) : { ...state, question };
    },
    questionDenied: (state: SheetState): SheetState => ({ ...state, question: null }),
    undone: (state: SheetState): SheetState => replayed(state, 'undo'),
    redone: (state: SheetState): SheetState => replayed(state, 'redo'),

    editsSent: (state: SheetState, { payload: ids }: PayloadAction<readonly number[]>): SheetState => ({
      ...state,
      queue: state.queue.map((edit) => (ids.includes(edit.id) ? { ...edit, sent: true } : edit)),
    }),
    editsSaved(
      state: SheetState,
      { payload }: PayloadAction<OfTab & { ids: readonly number[]; answer: GridChangeAnswer }>,
    ): SheetState {
      const { sheetId, ids, answer } = payload;
      const queue = afterSaved(state.queue, ids, sheetId, answer.cells);
      const noted = withMisfits(state, sheetId, ids, answer);
      return withTab({ ...noted, queue }, sheetId, (grid) => afterSaving(grid, answer.tab, answer.cells));
    },
    misfitsKept: (state: SheetState, { payload: { sheetId } }: PayloadAction<OfTab>): SheetState => ({
      ...state,
      misfits: state.misfits.filter((misfit) => misfit.sheetId !== sheetId),
    }),
    /** What stood in their cells is put back. */
    misfitsUndone(state: SheetState, { payload: { sheetId } }: PayloadAction<OfTab>): SheetState {
      const misfits = state.misfits.filter((misfit) => misfit.sheetId === sheetId);
      if (state.reshaping || misfits.length === 0) return state;
      return edited(
        state,
        sheetId,
        misfits.map(({ row, column, before }) => ({ row, column, next: { cell: before } })),
      );
    },
    /** They were not taken and are to be sent again. */
    editsReturned: (state: SheetState): SheetState => ({
      ...state,
      queue: state.queue.map((edit) => ({ ...edit, sent: false })),
    }),
    /** They cannot be saved: the tab is another one by now. They are offered again. */
    editsDropped: (state: SheetState, { payload: { sheetId } }: PayloadAction<OfTab>): SheetState =>
      withTab({ ...withoutQueueOf(state, sheetId), undo: [], redo: [] }, sheetId, outdated),
    /** The person is back who had typed them. */
    unsavedFound: (state: SheetState, { payload }: PayloadAction<readonly UnsavedEdit[]>): SheetState => ({
      ...state,
      unsaved: [...state.unsaved, ...payload],
    }),
    /** Those of a tab are put back, or forgotten. */
    unsavedSettled: (state: SheetState, { payload: { sheetId } }: PayloadAction<OfTab>): SheetState => ({
      ...state,
      unsaved: state.unsaved.filter((edit) => edit.sheetId !== sheetId),
    }),
    clashFound: (
      state: SheetState,
      { payload: { sheetId, cells } }: PayloadAction<OfTab & { cells: readonly PlacedCell[] }>,
    ): SheetState => withTab(withClashes(state, sheetId, cells), sheetId, (grid) => withCells(grid, cells)),
    /** "Keep mine": written over what is there. */
    mineKept(state: SheetState, { payload: { sheetId, ...place } }: PayloadAction<OfTab & Place>): SheetState {
      const clash = state.clashes.find((one) => one.sheetId === sheetId && placeKey(one) === placeKey(place));
      if (clash === undefined) return state;
      return edited(withoutClash(state, sheetId, place), sheetId, [{ ...place, next: clash.mine }]);
    },
    theirsKept: (state: SheetState, { payload: { sheetId, ...place } }: PayloadAction<OfTab & Place>): SheetState =>
      withoutClash(state, sheetId, place),

    /** Rows, columns or tabs are to change: {@link SheetState.reshaping} until that is done or refused. */
    reshapingStarted: (state: SheetState): SheetState => ({ ...state, reshaping: true }),
    reshapingEnded: (state: SheetState): SheetState => ({ ...state, reshaping: false }),
    operationDone: (state: SheetState, { payload }: PayloadAction<Operated>): SheetState =>
      withTab({ ...withOperation(state, payload), misfits: [] }, payload.sheetId, (grid) => ({
        ...outdated(grid),
        facts: payload.answer.tab,
        widths: columnsAfter(grid.widths, payload.operation),
      })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sheetOpened, (state: SheetState, { payload: { spreadsheetId } }): SheetState => {
        if (state.spreadsheet?.id === spreadsheetId && state.page.phase === 'ready') return state;
        const { queue, spreadsheet, nextId } = state;
        const lost =
          spreadsheet === null || queue.length === 0 ? null : { title: spreadsheet.title, count: queue.length };
        return { ...noSheet, nextId, lost, page: { phase: 'loading', spreadsheetId } };
      })
      .addCase(savingMachine.actions.changesGivenUp, (state: SheetState): SheetState => ({
        ...state,
        queue: [],
        undo: [],
        redo: [],
      }))
      .addCase(sessionEnded, () => noSheet)
      .addMatcher(savingMachine.hears, inField('saving', savingMachine));
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
  undone,
  redone,
  editsSent,
  editsSaved,
  editsReturned,
  editsDropped,
  unsavedFound,
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
