import { limits } from '../../../contract/limits';
import type { RootState } from '../../rootReducer';
import { type CellRange, rangeIndexes } from '../../grid/gridMoves';
import { parsePasted, toTsv } from '../../grid/tsv';
import { selectCell, selectGrid, selectMoving } from '../state/sheetSelectors';
import { type CellEdit, isLockedCell, type Place, toTabPlace, writtenText } from '../state/sheetState';
import { useStore } from 'react-redux';
import { noticeShown } from '../../notices/noticesSlice';
import { cellsWritten } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

/** Maximum number of cells pasted or cleared at once. */
export const MAX_CELLS = 10_000;

/** Returns the positions of a range, row by row. */
export const placesOf = ({ rows, columns }: CellRange): readonly (readonly Place[])[] =>
  rangeIndexes(rows).map((row) => rangeIndexes(columns).map((column) => toTabPlace({ row, column })));

/** Returns the texts of a range; undefined if some of its rows are not loaded. */
function textsIn(state: RootState, sheetId: number, range: CellRange): string[][] | undefined {
  const rows: string[][] = [];
  for (const places of placesOf(range)) {
    const cells = places.map((place) => selectCell(state, sheetId, place));
    if (cells.includes(undefined)) return undefined;
    rows.push(cells.map(writtenText));
  }
  return rows;
}

/** Returns edits that clear the filled cells of a range, and whether formulas were skipped. */
function clearingEdits(state: RootState, sheetId: number, places: readonly Place[]) {
  const filled = places.filter((place) => writtenText(selectCell(state, sheetId, place)) !== '');
  const writable = filled.filter((place) => !isLockedCell(selectCell(state, sheetId, place)));
  const edits = writable.map((place): CellEdit => ({ ...place, next: { cell: null } }));
  return { edits, skipped: writable.length < filled.length };
}

/** Returns the names of the columns from a position on; all undefined if the position is not below the header row. */
function columnNamesFrom(
  state: RootState,
  sheetId: number,
  { row, column: firstColumn }: Place,
): (string | undefined)[] {
  const { headerRow, columns } = selectGrid(state, sheetId).facts ?? { headerRow: null, columns: 0 };
  const nameOf = (column: number) => {
    if (headerRow === null || row <= headerRow) return undefined;
    return writtenText(selectCell(state, sheetId, { row: headerRow, column }));
  };
  return Array.from({ length: Math.max(0, columns + 1 - firstColumn) }, (_, index) => nameOf(firstColumn + index));
}

/** Parses text pasted at a position; CSV may extend beyond the last column. */
const parsePastedAt = (state: RootState, sheetId: number, place: Place, text: string): string[][] =>
  parsePasted(text, columnNamesFrom(state, sheetId, place), limits.columnsPerTab + 1 - place.column);

/** Returns edits that paste texts at a position; formulas, and texts beyond the last column, are skipped. */
function pastingEdits(
  state: RootState,
  sheetId: number,
  { row, column }: Place,
  texts: readonly (readonly string[])[],
) {
  const pasted = texts.flatMap((cells, down) =>
    cells.map((typed, right): CellEdit => ({ row: row + down, column: column + right, next: { typed } })),
  );
  const isWritable = (place: Place) =>
    place.column <= limits.columnsPerTab && !isLockedCell(selectCell(state, sheetId, place));
  const edits = pasted.filter(isWritable);
  return { edits, skipped: edits.length < pasted.length };
}

const TOO_MANY = 'At most 10,000 cells at once. Mark fewer, or upload a file.';
const NOT_LOADED = 'Some of these rows are not loaded. Mark fewer, or download the sheet.';
const MOVING = 'Rows or columns are being moved. Try again in a moment.';
const SKIPPED = 'Cells with formulas were left as they are.';

/** Maximum number of cells in a range that is cleared or copied, blank ones included. */
const MAX_RANGE_CELLS = 20 * MAX_CELLS;

interface Writing {
  readonly edits: readonly CellEdit[];
  /** Whether read-only cells were skipped. */
  readonly skipped: boolean;
}

/** Actions on the selected range: clear, copy as text, paste. */
export function useRangeWriting({ sheetId, grid: { range, select } }: Pick<GridEditor, 'sheetId' | 'grid'>) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const warn = (text: string) => void dispatch(noticeShown({ kind: 'info', text }));
  const { rows, columns } = range;
  const isLarge = (rows.last - rows.first + 1) * (columns.last - columns.first + 1) > MAX_RANGE_CELLS;

  const refuse = (text: string) => {
    warn(text);
    return false;
  };

  /** Returns whether the edits were accepted. */
  const write = ({ edits, skipped }: Writing): boolean => {
    if (edits.length > MAX_CELLS) return refuse(TOO_MANY);
    if (selectMoving(store.getState())) return refuse(MOVING);
    dispatch(cellsWritten({ sheetId, edits }));
    if (skipped) warn(SKIPPED);
    return true;
  };
  const paste = (text: string) => {
    const state = store.getState();
    const anchor = { row: rows.first, column: columns.first };
    const place = toTabPlace(anchor);
    const texts = parsePastedAt(state, sheetId, place, text);
    if (!write(pastingEdits(state, sheetId, place, texts))) return;
    const width = texts.reduce((widest, cells) => Math.max(widest, cells.length), 0);
    select({ active: { row: anchor.row + texts.length - 1, column: anchor.column + width - 1 }, anchor });
  };
  return {
    clear: () => {
      if (isLarge) warn(TOO_MANY);
      else write(clearingEdits(store.getState(), sheetId, placesOf(range).flat()));
    },
    /** Returns the text for the clipboard; undefined, with a notice, if some of it is not loaded. */
    text: (): string | undefined => {
      const texts = isLarge ? undefined : textsIn(store.getState(), sheetId, range);
      if (texts === undefined) warn(NOT_LOADED);
      return texts && toTsv(texts);
    },
    paste,
  };
}
