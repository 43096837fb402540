import { formatOf, isSameCell, literalOf, newCell, type NumberFormat } from '../../google/write/literals';
import { byNote, type FoundRow, insertBelow, noteOnce, noteRow } from '../../google/write/rowNotes';
import { cellsOf, type RowWrite } from '../../store/log/plannedWrite';
import { gridMoment } from '../../workbook/cells';
import type { MomentKind } from '../../rawTab/numberFormat';
import { placed, type RawCell } from '../../rawTab/rawCells';
import { type Intent, notedCells, type NotedRow } from './intents';

/** Returns the number of the row above the new rows. */
export const rowAbove = (rows: readonly RowWrite[]): number =>
  Math.min(...rows.flatMap(({ kind, row }) => (kind === 'append' ? [row] : []))) - 1;

/**
 * Returns the requests for new rows below the last row with content, with a note whose id must be unique ("AppendCellsRequest").
 */
export const appendRequests = ({ note_id: noteId, plan }: Intent, rows: readonly RowWrite[]): object[] => [
  noteOnce(noteId, 'done'),
  {
    appendCells: {
      sheetId: plan.gid,
      rows: rows.map((row) => ({ values: row.kind === 'append' ? placed([], cellsOf(row), newCell, {}) : [] })),
      fields: 'userEnteredValue,userEnteredFormat.numberFormat',
    },
  },
];

const isNew = ({ kind }: RowWrite) => kind === 'append';

const notesOf = ({ id, plan }: Intent, rows: readonly RowWrite[], isIncluded: (row: RowWrite) => boolean) =>
  rows.flatMap((row, at) => (isIncluded(row) ? noteRow(id, at, plan.gid, row.row) : []));

/** Returns the requests that attach notes to the existing rows of a write. */
export const noteRequests = (intent: Intent, rows: readonly RowWrite[]): object[] =>
  notesOf(intent, rows, (row) => !isNew(row));

/** Returns the values of noted rows: only the changed cells ("DataFilterValueRange"; null leaves a cell unchanged). */
export const valuesByNote = ({ id, plan }: Intent) =>
  plan.noted.map((noted, at) => {
    const cells = notedCells(noted, 'after').toSorted(([one], [other]) => one - other);
    const values = placed<RawCell, string | number | boolean | null>([], cells, literalOf, null);
    return { dataFilter: byNote('target', id, at), majorDimension: 'ROWS', values: [values] };
  });

/** Returns the filters of the noted rows to clear. */
export const clearedByNote = ({ id, plan }: Intent) => plan.noted.map((_, at) => byNote('target', id, at));

const repeatFormat = (gid: number, row: number, column: number, format: NumberFormat) => ({
  repeatCell: {
    range: {
      sheetId: gid,
      startRowIndex: row - 1,
      endRowIndex: row,
      startColumnIndex: column,
      endColumnIndex: column + 1,
    },
    cell: { userEnteredFormat: { numberFormat: format } },
    fields: 'userEnteredFormat.numberFormat',
  },
});

/** Returns whether a cell with this format displays a number as the given moment. */
function displaysAs(moment: RawCell, displayedAs: MomentKind | undefined): boolean {
  const literal = literalOf(moment);
  if (displayedAs === undefined || typeof literal !== 'number') return false;
  const displayed = gridMoment(literal, displayedAs);
  // A date is not a datetime, not even at midnight.
  const isDate = typeof moment === 'object' && moment?.kind === 'date';
  return isSameCell(displayed, moment) && (!isDate || displayed?.kind === 'date');
}

/** Returns the requests for formats of cells that would otherwise display a moment as a number or as another kind of moment. */
export const missingFormats = (
  gid: number,
  row: Pick<FoundRow, 'row' | 'shownMoment'>,
  { cells }: NotedRow,
): object[] =>
  cells.flatMap(([column, , after]) => {
    const format = formatOf(after);
    if (format === undefined || displaysAs(after, row.shownMoment(column))) return [];
    return [repeatFormat(gid, row.row, column, format)];
  });

/**
 * Returns the requests that insert blank rows for new ones below the last known row, with their notes and formats.
 *
 * @param above the last known row, whose formats they inherit
 */
export function blankRowRequests(intent: Intent, rows: readonly RowWrite[], above: FoundRow | undefined): object[] {
  const { gid, noted } = intent.plan;
  const count = rows.filter(isNew).length;
  if (count === 0) return [];
  const formats = rows.flatMap((write, at) => {
    const added = noted[at];
    if (!isNew(write) || added === undefined) return [];
    return missingFormats(gid, { row: write.row, shownMoment: (column) => above?.shownMoment(column) }, added);
  });
  return [insertBelow(gid, rowAbove(rows), count), ...notesOf(intent, rows, isNew), ...formats];
}
