import { editText, isFormula, isNumber, shownText } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import type { RootState } from '../../rootReducer';
import { type CellRange, upTo } from '../../grid/gridMoves';
import { cellsOfPasted, tsvOf } from '../../grid/tsv';
import { selectCell, selectGrid } from '../state/sheetSelectors';
import { type CellEdit, type Place, placeOf, type Written } from '../state/sheetState';
import { useStore } from 'react-redux';
import { noticeShown } from '../../notices/noticesSlice';
import { cellsWritten } from '../state/sheetSlice';
import type { GridEditor } from './useGridEditor';
import { useAppDispatch } from '../../storeHooks';

/** Cells that are pasted or cleared at once, at most. */
export const MOST_CELLS = 10_000;

const NUMBER = /^\s*-?\d+(\.\d+)?\s*$/;

/** What a cell shows. What was typed a moment ago is shown as it was typed. */
export const shownOf = (written: Written | undefined): string =>
  written === undefined ? '' : 'typed' in written ? written.typed : shownText(written.cell);

/** What an editor of a cell begins with. */
export const editTextOf = (written: Written | undefined): string =>
  written === undefined ? '' : 'typed' in written ? written.typed : editText(written.cell);

export const isLockedCell = (written: Written | undefined): boolean =>
  written !== undefined && 'cell' in written && isFormula(written.cell);

/** Numbers stand at the right, also those that were just typed. */
export const isRightCell = (written: Written | undefined): boolean =>
  written !== undefined && ('typed' in written ? NUMBER.test(written.typed) : isNumber(written.cell));

/** Every place of a range, row by row. */
export const placesOf = ({ rows, columns }: CellRange): readonly (readonly Place[])[] =>
  upTo(rows).map((row) => upTo(columns).map((column) => placeOf({ row, column })));

/** The texts of a range; undefined when some of its rows are not loaded. */
export function textsIn(state: RootState, sheetId: number, range: CellRange): string[][] | undefined {
  const rows: string[][] = [];
  for (const places of placesOf(range)) {
    const cells = places.map((place) => selectCell(state, sheetId, place));
    if (cells.includes(undefined)) return undefined;
    rows.push(cells.map(shownOf));
  }
  return rows;
}

/** The cells of a range that hold something and can be cleared, as edits; and whether formulas were passed over. */
export function clearing(state: RootState, sheetId: number, places: readonly Place[]) {
  const filled = places.filter((place) => shownOf(selectCell(state, sheetId, place)) !== '');
  const free = filled.filter((place) => !isLockedCell(selectCell(state, sheetId, place)));
  const edits = free.map((place): CellEdit => ({ ...place, next: { cell: null } }));
  return { edits, passedOver: free.length < filled.length };
}

/** The names of a tab's columns from a place on; undefined for those of a place that is not below the header row. */
function namesFrom(state: RootState, sheetId: number, { row, column }: Place): (string | undefined)[] {
  const { headerRow, columns } = selectGrid(state, sheetId).facts ?? { headerRow: null, columns: 0 };
  return Array.from({ length: Math.max(0, columns + 1 - column) }, (_, at) =>
    headerRow === null || row <= headerRow
      ? undefined
      : shownOf(selectCell(state, sheetId, { row: headerRow, column: column + at })),
  );
}

/** The cells of a text that is put in from a place on; a CSV may go beyond the last column. */
export const textsOf = (state: RootState, sheetId: number, place: Place, text: string): string[][] =>
  cellsOfPasted(text, namesFrom(state, sheetId, place), limits.columnsPerTab + 1 - place.column);

/** Texts put in from a place on, as edits; cells that hold a formula, and what is beyond the last column, are passed over. */
export function pasting(
  state: RootState,
  sheetId: number,
  { row, column }: Place,
  texts: readonly (readonly string[])[],
) {
  const all = texts.flatMap((cells, down) =>
    cells.map((typed, right): CellEdit => ({ row: row + down, column: column + right, next: { typed } })),
  );
  const edits = all.filter(
    (edit) => edit.column <= limits.columnsPerTab && !isLockedCell(selectCell(state, sheetId, edit)),
  );
  return { edits, passedOver: edits.length < all.length };
}

const TOO_MANY = 'At most 10,000 cells at once. Mark fewer, or upload a file.';
const NOT_LOADED = 'Some of these rows are not loaded. Mark fewer, or download the sheet.';
const PASSED_OVER = 'Cells with formulas were left as they are.';

/** Cells of a range that are looked at, most of them blank perhaps. */
const MOST_LOOKED_AT = 20 * MOST_CELLS;

interface Writing {
  readonly edits: readonly CellEdit[];
  /** Whether cells that cannot be written are left out. */
  readonly passedOver: boolean;
}

/** What can be done with all that is marked: clear it, take it as text, put a text over it. */
export function useRangeWriting({ sheetId, grid: { range, select } }: Pick<GridEditor, 'sheetId' | 'grid'>) {
  const dispatch = useAppDispatch();
  const store = useStore<RootState>();
  const warn = (text: string) => void dispatch(noticeShown({ kind: 'info', text }));
  const { rows, columns } = range;
  const isLarge = (rows.last - rows.first + 1) * (columns.last - columns.first + 1) > MOST_LOOKED_AT;

  const write = ({ edits, passedOver }: Writing) => {
    if (edits.length > MOST_CELLS) return warn(TOO_MANY);
    dispatch(cellsWritten({ sheetId, edits }));
    if (passedOver) warn(PASSED_OVER);
  };
  const paste = (text: string) => {
    const state = store.getState();
    const anchor = { row: rows.first, column: columns.first };
    const texts = textsOf(state, sheetId, placeOf(anchor), text);
    write(pasting(state, sheetId, placeOf(anchor), texts));
    const width = Math.max(...texts.map((cells) => cells.length));
    select({ active: { row: anchor.row + texts.length - 1, column: anchor.column + width - 1 }, anchor });
  };
  return {
    clear: () => (isLarge ? warn(TOO_MANY) : write(clearing(store.getState(), sheetId, placesOf(range).flat()))),
    /** The text for the clipboard; undefined, and told of, where some of it is not there. */
    text: (): string | undefined => {
      const texts = isLarge ? undefined : textsIn(store.getState(), sheetId, range);
      if (texts === undefined) warn(NOT_LOADED);
      return texts && tsvOf(texts);
    },
    paste,
  };
}
