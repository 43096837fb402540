import { createSelector } from '@reduxjs/toolkit';
import type { GridCell } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import type { RootState } from '../../rootReducer';
import { failureIn, missingPages } from '../../grid/pageCache';
import { seenRows, storedCell } from './pages';
import { unsavedOf } from './sheetChanges';
import { noGrid, noSheet, type Place, placeKey, type QueuedEdit, type Written } from './sheetState';

/** The page's part of the state; it is there from the first event on after its code is loaded. */
export const selectSheet = (state: RootState) => state.sheet ?? noSheet;

export const selectSheetPage = (state: RootState) => selectSheet(state).page;
export const selectSpreadsheet = (state: RootState) => selectSheet(state).spreadsheet;
export const selectGrid = (state: RootState, sheetId: number) => selectSheet(state).tabs[sheetId] ?? noGrid;

/** The name of a tab, by which this browser remembers how it is arranged. */
export const selectTabName = (state: RootState, sheetId: number) => `${selectSpreadsheet(state)?.id ?? ''}/${sheetId}`;

export const selectSaving = (state: RootState) => selectSheet(state).saving;
export const selectQueue = (state: RootState) => selectSheet(state).queue;
export const selectQuestion = (state: RootState) => selectSheet(state).question;
export const selectReshaping = (state: RootState) => selectSheet(state).reshaping;
export const selectLost = (state: RootState) => selectSheet(state).lost;

/** Cells that wait to be saved. */
export const selectWaiting = (state: RootState) => selectQueue(state).length;

export const selectCanUndo = (state: RootState) => selectSheet(state).undo.length > 0 && !selectReshaping(state);
export const selectCanRedo = (state: RootState) => selectSheet(state).redo.length > 0 && !selectReshaping(state);

/** The step that is undone, or done again, next. */
export const selectLastStep = (state: RootState, side: 'undo' | 'redo') => selectSheet(state)[side].at(-1);

export const selectClashes = (state: RootState, sheetId: number) => selectGrid(state, sheetId).clashes;

/** Saved values of a tab that do not fit their columns. */
export const selectMisfits = (state: RootState, sheetId: number) => selectGrid(state, sheetId).misfits;

/** What was written and is not saved yet, by place. */
export const selectUnsaved = createSelector(
  [selectQueue, (_state: RootState, sheetId: number) => sheetId],
  (queue, sheetId): ReadonlyMap<string, Written> =>
    new Map(queue.filter((edit) => edit.sheetId === sheetId).map((edit) => [placeKey(edit), edit.next])),
);

/** What was typed into a tab, did not reach the server, and is offered again. */
export const selectOffered = createSelector(
  [(state: RootState) => selectSheet(state).unsaved, (_state: RootState, sheetId: number) => sheetId],
  (unsaved, sheetId) => unsaved.filter((edit) => edit.sheetId === sheetId),
);

/** Everything that was typed and is not saved. */
export const selectTyped = createSelector(
  [selectQueue, (state: RootState) => selectSheet(state).unsaved],
  (queue, unsaved) => [...unsaved, ...unsavedOf(queue)],
);

const lastOf = (queue: readonly QueuedEdit[], sheetId: number, part: 'row' | 'column') =>
  queue.reduce((last, edit) => (edit.sheetId === sheetId ? Math.max(last, edit[part]) : last), 0);

/** Rows and columns that are shown where little is filled. */
const [FEWEST_ROWS, FEWEST_COLUMNS] = [20, 8];
/** Blank rows and columns after the last. */
const [ROWS_BEYOND, COLUMNS_BEYOND] = [5, 1];

/** Heads and the numbers of rows are not active. */
const LEAST = { row: 0, column: 1 };

/** How many rows and columns the grid shows; its columns with the numbers of rows. */
export const selectGridSize = createSelector(
  [selectGrid, selectQueue, (_state: RootState, sheetId: number) => sheetId],
  ({ facts, extra }, queue, sheetId) => {
    const rows = Math.max(facts?.lastRow ?? 0, lastOf(queue, sheetId, 'row'));
    const columns = Math.max(facts?.columns ?? 0, lastOf(queue, sheetId, 'column'));
    return {
      rows: Math.max(FEWEST_ROWS, rows + ROWS_BEYOND) + extra.rows,
      columns: 1 + Math.min(limits.columnsPerTab, Math.max(FEWEST_COLUMNS, columns + COLUMNS_BEYOND) + extra.columns),
      least: LEAST,
      filled: { row: Math.max(0, rows - 1), column: Math.max(1, columns) },
      isEmpty: rows === 0,
    };
  },
);

/** Rows of the endpoint that the tab is, as far as its numbers tell. */
export const selectRowCount = (state: RootState, sheetId: number) => {
  const { facts } = selectGrid(state, sheetId);
  return facts === null ? undefined : Math.max(0, facts.lastRow - (facts.headerRow ?? 0));
};

export const selectMissingPages = (state: RootState, sheetId: number) => {
  const grid = selectGrid(state, sheetId);
  return missingPages(grid, seenRows(grid));
};

/** Why rows of a tab did not come; "Try again" dispatches `rowsRetried`. */
export const selectRowsFailure = (state: RootState, sheetId: number) => failureIn(selectGrid(state, sheetId));

/** A cell as it is shown: what was written last, or what the server holds; undefined while its row is on its way. */
export function selectCell(state: RootState, sheetId: number, place: Place): Written | undefined {
  const unsaved = selectUnsaved(state, sheetId).get(placeKey(place));
  if (unsaved !== undefined) return unsaved;
  const cell: GridCell | undefined = storedCell(selectGrid(state, sheetId), place);
  return cell === undefined ? undefined : { cell };
}

type Runs = (readonly [first: number, last: number])[];

/** Rows of stale formulas by column, in rising order. */
const selectStaleRows = createSelector(
  [(state: RootState, sheetId: number) => selectSheet(state).stale[sheetId]],
  (cells = []) => {
    const columns = new Map<number, Runs>();
    for (const [column, first, last] of cells) {
      const runs = columns.get(column) ?? [];
      columns.set(column, runs);
      runs.push([first, last]);
    }
    for (const runs of columns.values()) runs.sort(([one], [other]) => one - other);
    return columns;
  },
);

/** Whether the value of a formula is older than what it was calculated from. */
export function selectIsStale(state: RootState, sheetId: number, { row, column }: Place): boolean {
  const runs = selectStaleRows(state, sheetId).get(column) ?? [];
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.[1] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return (runs[low]?.[0] ?? Infinity) <= row;
}

/** Edits that are sent together: of one tab, as many as one call takes. */
export const selectNextBatch = (state: RootState): readonly QueuedEdit[] => {
  const queue = selectQueue(state);
  return queue.filter(({ sheetId }) => sheetId === queue[0]?.sheetId).slice(0, limits.cellsPerEdit / 4);
};
