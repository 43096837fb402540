import { formatOf, isSameCell, literalOf, newCell, type NumberFormat } from '../../google/write/literals';
import { byNote, type FoundRow, insertBelow, noteOnce, noteRow } from '../../google/write/rowNotes';
import { cellsOf, type RowWrite } from '../../store/log/work';
import { gridMoment } from '../../workbook/cells';
import type { MomentKind } from '../../rawTab/numberFormat';
import { placed, type RawCell } from '../../rawTab/rawCells';
import type { Intent, NotedRow } from './intents';

/** Number of the row that new rows come below. */
export const rowAbove = (rows: readonly RowWrite[]): number =>
  Math.min(...rows.flatMap(({ kind, row }) => (kind === 'append' ? [row] : []))) - 1;

/** New rows below the last one that holds anything, with a note that there can be one of only ("AppendCellsRequest"). */
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

const notesOf = (id: string, gid: number, rows: readonly RowWrite[], isMeant: (row: RowWrite) => boolean) =>
  rows.flatMap((row, at) => (isMeant(row) ? noteRow(id, at, gid, row.row) : []));

/**
 * Notes for the rows that are there already and are to be written.
 *
 * @param id of the write
 */
export const noteRequests = (id: string, { plan }: Pick<Intent, 'plan'>, rows: readonly RowWrite[]): object[] =>
  notesOf(id, plan.gid, rows, (row) => !isNew(row));

/** What is written into noted rows: only the cells that are changed ("DataFilterValueRange"; null leaves a cell alone). */
export const valuesByNote = ({ id, plan }: Intent) =>
  plan.noted.map(({ cells }, at) => ({
    dataFilter: byNote('target', id, at),
    majorDimension: 'ROWS',
    values: [
      placed<RawCell, string | number | boolean | null>(
        [],
        cells.map(([column, , after]) => [column, after] as const).toSorted(([one], [other]) => one - other),
        literalOf,
        null,
      ),
    ],
  }));

/** The noted rows that are cleared. */
export const clearedByNote = ({ id, plan }: Intent) => plan.noted.map((_, at) => byNote('target', id, at));

const repeatFormat = (gid: number, row: number, column: number, format: NumberFormat) => ({
  repeatCell: {
    range: {
      sheetId: gid,
      ...{ startRowIndex: row - 1, endRowIndex: row, startColumnIndex: column, endColumnIndex: column + 1 },
    },
    cell: { userEnteredFormat: { numberFormat: format } },
    fields: 'userEnteredFormat.numberFormat',
  },
});

/** Whether a cell that shows its number as such a moment is that moment once it is given its number. */
function shows(moment: RawCell, shown: MomentKind | undefined): boolean {
  const literal = literalOf(moment);
  if (shown === undefined || typeof literal !== 'number') return false;
  const then = gridMoment(literal, shown);
  // A date is no time of a day, at midnight neither.
  const isDate = typeof moment === 'object' && moment?.kind === 'date';
  return isSameCell(then, moment) && (!isDate || then?.kind === 'date');
}

type FormattedRow = Pick<FoundRow, 'row' | 'shownMoment'>;

/** Formats for cells that are given a moment and would show it as a number, or as another moment. */
export const missingFormats = (gid: number, row: FormattedRow, { cells }: NotedRow): object[] =>
  cells.flatMap(([column, , after]) => {
    const format = formatOf(after);
    if (format === undefined || shows(after, row.shownMoment(column))) return [];
    return [repeatFormat(gid, row.row, column, format)];
  });

/**
 * Blank rows for new ones below the last row that is known, with their notes and formats.
 *
 * @param id of the write
 * @param above that last row, whose formats they inherit
 */
export function blankRowRequests(
  id: string,
  { plan }: Pick<Intent, 'plan'>,
  rows: readonly RowWrite[],
  above: FoundRow | undefined,
): object[] {
  const { gid } = plan;
  const added = rows.filter(isNew).length;
  if (added === 0) return [];
  const formats = rows.flatMap((write, at) => {
    const noted = plan.noted[at];
    if (!isNew(write) || noted === undefined) return [];
    return missingFormats(gid, { row: write.row, shownMoment: (column) => above?.shownMoment(column) }, noted);
  });
  return [insertBelow(gid, rowAbove(rows), added), ...notesOf(id, gid, rows, isNew), ...formats];
}
