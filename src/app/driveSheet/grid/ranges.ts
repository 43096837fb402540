import { editText, isFormula, isNumber, shownText } from '../../../contract/gridCells';
import { limits } from '../../../contract/limits';
import type { RootState } from '../../rootReducer';
import type { CellRange } from '../../grid/gridMoves';
import { cellsOfPasted } from '../../grid/tsv';
import { selectCell, selectGrid } from '../state/sheetSelectors';
import { type CellEdit, type Place, placeOf, type Written } from '../state/sheetState';

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

const upTo = ({ first, last }: CellRange['rows']) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

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
