import { createSelector } from '@reduxjs/toolkit';
import type { GridCell } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import type { RootState } from '../../rootReducer';
import { failureIn, missingPages } from '../../grid/pageCache';
import { storedCell } from './pages';
import { nextBatch } from './edits';
import { type CellEdit, noGrid, noSheet, type Place, placeKey, type QueuedEdit, type Written } from './sheetState';

/** Returns the state of the page; the slice is injected when its chunk has loaded. */
export const selectSheet = (state: RootState) => state.sheet ?? noSheet;

export const selectSheetPage = (state: RootState) => selectSheet(state).page;
export const selectSpreadsheet = (state: RootState) => selectSheet(state).spreadsheet;
export const selectGrid = (state: RootState, sheetId: number) => selectSheet(state).tabs[sheetId] ?? noGrid;

/** Returns the unique name of a tab, under which its layout is stored in this browser. */
export const selectTabName = (state: RootState, sheetId: number) => `${selectSpreadsheet(state)?.id ?? ''}/${sheetId}`;

export const selectSaving = (state: RootState) => selectSheet(state).saving;
export const selectQueue = (state: RootState) => selectSheet(state).queue;
export const selectQuestion = (state: RootState) => selectSheet(state).question;
export const selectReshaping = (state: RootState) => selectSheet(state).reshaping !== null;

/** Returns whether rows or columns are being moved, so that it is not known to which ones a new edit would belong. */
export const selectMoving = (state: RootState) => selectSheet(state).reshaping === 'lines';
export const selectLost = (state: RootState) => selectSheet(state).lost;

/** Returns the number of pending edits. */
export const selectWaiting = (state: RootState) => selectQueue(state).length;

export const selectCanUndo = (state: RootState) => selectSheet(state).undo.length > 0 && !selectReshaping(state);
export const selectCanRedo = (state: RootState) => selectSheet(state).redo.length > 0 && !selectReshaping(state);

/** Returns the next step to undo or redo. */
export const selectLastStep = (state: RootState, side: 'undo' | 'redo') => selectSheet(state)[side].at(-1);

export const selectClashes = (state: RootState, sheetId: number) => selectGrid(state, sheetId).clashes;

/** Returns the saved values of a tab that do not fit their columns. */
export const selectMisfits = (state: RootState, sheetId: number) => selectGrid(state, sheetId).misfits;

/** Returns the pending content of cells, by {@link placeKey}. */
const selectUnsaved = createSelector(
  [selectQueue, (_state: RootState, sheetId: number) => sheetId],
  (queue, sheetId): ReadonlyMap<string, Written> =>
    new Map(queue.filter((edit) => edit.sheetId === sheetId).map((edit) => [placeKey(edit), edit.next])),
);

/** Returns the edits of a tab that were not saved and are offered to the person. */
export const selectOffered = createSelector(
  [(state: RootState) => selectSheet(state).unsaved, (_state: RootState, sheetId: number) => sheetId],
  (unsaved, sheetId) => unsaved.filter((edit) => edit.sheetId === sheetId),
);

/** Returns the number of the last row or column with a pending edit in a tab, 0 if there is none. */
const lastEdited = (queue: readonly QueuedEdit[], sheetId: number, line: 'row' | 'column') =>
  queue.reduce((last, edit) => (edit.sheetId === sheetId ? Math.max(last, edit[line]) : last), 0);

/** Minimum number of rows and columns in the grid. */
const MIN_ROWS = 20;
const MIN_COLUMNS = 8;

/** Blank rows and columns after the last filled one. */
const BLANK_ROWS = 5;
const BLANK_COLUMNS = 1;

/** First cell that can be active: not a header or a row number. */
const MIN_CELL = { row: 0, column: 1 };

/** Returns the size of the grid; `columns` includes the column of row numbers. */
export const selectGridSize = createSelector(
  [selectGrid, selectQueue, (_state: RootState, sheetId: number) => sheetId],
  ({ facts, extra }, queue, sheetId) => {
    const rows = Math.max(facts?.lastRow ?? 0, lastEdited(queue, sheetId, 'row'));
    const columns = Math.max(facts?.columns ?? 0, lastEdited(queue, sheetId, 'column'));
    return {
      rows: Math.max(MIN_ROWS, rows + BLANK_ROWS) + extra.rows,
      columns: 1 + Math.min(limits.columnsPerTab, Math.max(MIN_COLUMNS, columns + BLANK_COLUMNS) + extra.columns),
      minCell: MIN_CELL,
      filled: { row: Math.max(0, rows - 1), column: Math.max(1, columns) },
      isEmpty: rows === 0,
    };
  },
);

/** Returns the number of rows of the tab's endpoint, computed from the header row and the last row. */
export const selectRowCount = (state: RootState, sheetId: number) => {
  const { facts } = selectGrid(state, sheetId);
  return facts === null ? undefined : Math.max(0, facts.lastRow - (facts.headerRow ?? 0));
};

export const selectMissingPages = (state: RootState, sheetId: number) => missingPages(selectGrid(state, sheetId));

/** Returns the failure of a page of the tab; "Try again" dispatches `rowsRetried`. */
export const selectRowsFailure = (state: RootState, sheetId: number) => failureIn(selectGrid(state, sheetId));

/** Returns the content of a cell on the screen: the pending edit, or the saved content; undefined while its row is not loaded. */
export function selectCell(state: RootState, sheetId: number, place: Place): Written | undefined {
  const unsaved = selectUnsaved(state, sheetId).get(placeKey(place));
  if (unsaved !== undefined) return unsaved;
  const cell: GridCell | undefined = storedCell(selectGrid(state, sheetId), place);
  return cell === undefined ? undefined : { cell };
}

/** Returns what an edit that begins now is based on: the shape of the tab, and the saved content unless an edit of the cell is pending. */
export function selectEditBase(state: RootState, sheetId: number, place: Place): Pick<CellEdit, 'before' | 'shape'> {
  const grid = selectGrid(state, sheetId);
  const isPending = selectUnsaved(state, sheetId).has(placeKey(place));
  return { before: isPending ? undefined : storedCell(grid, place), shape: grid.facts?.shape };
}

type Runs = (readonly [first: number, last: number])[];

/** Returns the row ranges of stale formulas by column, in ascending order. */
const selectStaleRows = createSelector(
  [(state: RootState, sheetId: number) => selectSheet(state).stale[sheetId]],
  (cells = []) => {
    const columns = new Map<number, Runs>();
    for (const [column, first, last] of cells) {
      const runs = columns.get(column) ?? [];
      columns.set(column, runs);
      runs.push([first, last]);
    }
    for (const runs of columns.values()) runs.sort(([a], [b]) => a - b);
    return columns;
  },
);

/** Returns whether the value of a formula is older than its inputs (binary search: a sheet may have 400,000 ranges). */
export function selectIsStale(state: RootState, sheetId: number, { row, column }: Place): boolean {
  const runs = selectStaleRows(state, sheetId).get(column) ?? [];
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.[1] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return (runs[low]?.[0] ?? Infinity) <= row;
}

/** Returns the next batch of edits to send. */
export const selectNextBatch = (state: RootState) => nextBatch(selectQueue(state));
