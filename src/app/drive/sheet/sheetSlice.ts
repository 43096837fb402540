import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { DriveSpreadsheet } from '../../../contract/drive';
import type { GridChangeAnswer, GridOperation, GridRowsAnswer } from '../../../contract/driveGrid';
import { type PlacedCell, shownText } from '../../../contract/gridCells';
import type { ApiFailure } from '../../http/apiError';
import { step } from '../../machine/transitionTable';
import { sessionEnded } from '../../session/sessionSlice';
import { afterSaved, stepOf, withClashes, withEdits } from './edits';
import { afterSaving, storedCell, withCells, withPage } from './pages';
import type { SavingEvents, SavingState } from './savingStates';
import { savingTransitions } from './savingTransitions';
import { sheetOpened } from './sheetEvents';
import {
  type CellEdit,
  type HeaderQuestion,
  noGrid,
  noSheet,
  type Place,
  placeKey,
  type SheetState,
  type Step,
  type TabGrid,
} from './sheetState';

interface OfTab {
  readonly sheetId: number;
}

const saving = <N extends keyof SavingEvents>(state: SheetState, name: N, payload: SavingEvents[N]): SheetState => {
  const next = step<SavingState, SavingEvents>(savingTransitions, state.saving, name, payload);
  return next === state.saving ? state : { ...state, saving: next };
};

const on =
  <N extends keyof SavingEvents>(name: N) =>
  (state: SheetState, { payload }: PayloadAction<SavingEvents[N]>): SheetState =>
    saving(state, name, payload);

function withTab(state: SheetState, sheetId: number, change: (grid: TabGrid) => TabGrid): SheetState {
  return { ...state, tabs: { ...state.tabs, [sheetId]: change(state.tabs[sheetId] ?? noGrid) } };
}

/** The first header that edits rename, where the endpoint was called today. */
function questionOf(state: SheetState, sheetId: number, edits: readonly CellEdit[]): HeaderQuestion | undefined {
  const grid = state.tabs[sheetId];
  const facts = grid?.facts;
  if (grid === undefined || facts === null || facts === undefined || facts.callsToday === 0) return undefined;
  const headers = edits.flatMap((edit) => {
    const header = edit.row === facts.headerRow ? shownText(storedCell(grid, edit) ?? null) : '';
    const next = 'typed' in edit.next ? edit.next.typed : shownText(edit.next.cell);
    return header === '' || header === next ? [] : [header];
  });
  const [header] = headers;
  return header === undefined ? undefined : { sheetId, edits, header, calls: facts.callsToday };
}

function edited(state: SheetState, sheetId: number, edits: readonly CellEdit[]): SheetState {
  const undo: readonly Step[] = [...state.undo, stepOf(state, sheetId, edits)];
  return saving({ ...withEdits(state, sheetId, edits), undo, redo: [], question: null }, 'changesMade', undefined);
}

/** Takes the last step back, or makes one again, of those that are only cells. */
function replayed(state: SheetState, from: 'undo' | 'redo'): SheetState {
  const last = state[from].at(-1);
  if (last?.kind !== 'cells' || state.reshaping) return state;
  const to = from === 'undo' ? 'redo' : 'undo';
  const moved = { ...state, [from]: state[from].slice(0, -1), [to]: [...state[to], last] };
  return saving(withEdits(moved, last.sheetId, last[from]), 'changesMade', undefined);
}

/** Everything that is known of a tab's rows is asked for anew; what is on the screen stays until it has come. */
const outdated = (grid: TabGrid): TabGrid => ({
  ...grid,
  pages: Object.fromEntries(Object.entries(grid.pages).map(([number, page]) => [number, { ...page, revision: -1 }])),
});

const withoutClash = (state: SheetState, sheetId: number, place: Place): SheetState => ({
  ...state,
  clashes: state.clashes.filter((clash) => clash.sheetId !== sheetId || placeKey(clash) !== placeKey(place)),
});

interface Operated extends OfTab {
  readonly answer: GridChangeAnswer;
  readonly operation: GridOperation;
  /** What undoes it. */
  readonly undo: GridOperation;
  /** Whether it is a step of its own, or one that is taken back or made again. */
  readonly as: 'step' | 'undo' | 'redo';
}

/** An operation is a step of its own, or moves from one side to the other. */
function withOperation(state: SheetState, { sheetId, operation, undo, as }: Operated): SheetState {
  if (as === 'step') {
    const made: Step = { kind: 'operation', sheetId, undo, redo: operation };
    return { ...state, undo: [...state.undo, made], redo: [] };
  }
  const to = as === 'undo' ? 'redo' : 'undo';
  const back: Step =
    as === 'undo'
      ? { kind: 'operation', sheetId, undo: operation, redo: undo }
      : { kind: 'operation', sheetId, undo, redo: operation };
  return { ...state, [as]: state[as].slice(0, -1), [to]: [...state[to], back] };
}

/** The spreadsheet whose page is open: its tabs, what is typed, and whether that is saved (a table). */
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
      withTab({ ...state, current: payload.sheetId }, payload.sheetId, (grid) => ({
        ...grid,
        seen: { first: payload.first, last: payload.last },
      })),
    pageAsked: (state: SheetState, { payload }: PayloadAction<OfTab & { page: number }>): SheetState =>
      withTab(state, payload.sheetId, (grid) => ({ ...grid, asked: [...grid.asked, payload.page] })),
    pageArrived: (
      state: SheetState,
      { payload }: PayloadAction<OfTab & { page: number; answer: GridRowsAnswer }>,
    ): SheetState => withTab(state, payload.sheetId, (grid) => withPage(grid, payload.page, payload.answer)),
    pageFailed: (
      state: SheetState,
      { payload }: PayloadAction<OfTab & { page: number; failure: ApiFailure }>,
    ): SheetState =>
      withTab(state, payload.sheetId, (grid) => ({
        ...grid,
        asked: grid.asked.filter((page) => page !== payload.page),
        failure: payload.failure,
      })),
    /** "Try again" where rows did not load. */
    rowsRetried: (state: SheetState, { payload }: PayloadAction<OfTab>): SheetState =>
      withTab(state, payload.sheetId, (grid) => ({ ...grid, failure: null })),
    /** Blank rows or columns more than are shown anyway. */
    blanksAdded: (state: SheetState, { payload }: PayloadAction<OfTab & TabGrid['extra']>): SheetState =>
      withTab(state, payload.sheetId, (grid) => ({
        ...grid,
        extra: { rows: grid.extra.rows + payload.rows, columns: grid.extra.columns + payload.columns },
      })),

    /** Cells were typed, pasted or cleared. A header that is in use is asked about first. */
    cellsWritten(state: SheetState, { payload }: PayloadAction<OfTab & { edits: readonly CellEdit[] }>): SheetState {
      const { sheetId, edits } = payload;
      if (state.reshaping || edits.length === 0) return state;
      const question = questionOf(state, sheetId, edits);
      return question === undefined ? edited(state, sheetId, edits) : { ...state, question };
    },
    headerConfirmed: (state: SheetState): SheetState =>
      state.question === null ? state : edited(state, state.question.sheetId, state.question.edits),
    headerKept: (state: SheetState): SheetState => ({ ...state, question: null }),
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
      return withTab({ ...state, queue }, sheetId, (grid) => afterSaving(grid, answer.tab, answer.cells));
    },
    /** They were not taken and are to be sent again. */
    editsReturned: (state: SheetState): SheetState => ({
      ...state,
      queue: state.queue.map((edit) => ({ ...edit, sent: false })),
    }),
    /** They cannot be saved: the tab is another one by now. */
    editsDropped: (state: SheetState, { payload: { sheetId } }: PayloadAction<OfTab>): SheetState =>
      withTab(
        { ...state, queue: state.queue.filter((edit) => edit.sheetId !== sheetId), undo: [], redo: [] },
        sheetId,
        outdated,
      ),
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

    savingTookLong: on('savingTookLong'),
    allSaved: on('allSaved'),
    connectionLost: on('connectionLost'),
    connectionTried: on('connectionTried'),
    savingRefused: on('savingRefused'),
    savingRetried: on('savingRetried'),
    /** What waits is thrown away. */
    changesGivenUp: (state: SheetState): SheetState =>
      saving({ ...state, queue: [], undo: [], redo: [] }, 'changesGivenUp', undefined),

    /** Rows, columns or tabs are to change: {@link SheetState.reshaping} until that is done or refused. */
    reshapingStarted: (state: SheetState): SheetState => ({ ...state, reshaping: true }),
    reshapingEnded: (state: SheetState): SheetState => ({ ...state, reshaping: false }),
    operationDone: (state: SheetState, { payload }: PayloadAction<Operated>): SheetState =>
      withTab(withOperation(state, payload), payload.sheetId, (grid) => ({
        ...outdated(grid),
        facts: payload.answer.tab,
        widths: payload.operation.kind.endsWith('Columns') ? [] : grid.widths,
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
      .addCase(sessionEnded, () => noSheet);
  },
});

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
  headerConfirmed,
  headerKept,
  undone,
  redone,
  editsSent,
  editsSaved,
  editsReturned,
  editsDropped,
  clashFound,
  mineKept,
  theirsKept,
  savingTookLong,
  allSaved,
  connectionLost,
  connectionTried,
  savingRefused,
  savingRetried,
  changesGivenUp,
  reshapingStarted,
  reshapingEnded,
  operationDone,
} = sheetSlice.actions;
