import { isFilled, isFilledFromAbove, rawCellOf, type GridCell, shownMoment } from '../../workbook/google/gridCell';
import type { MomentKind } from '../../rawTab/numberFormat';
import type { RawCell } from '../../rawTab/rawCells';
import { type JsonRecord, listIn, recordIn, textIn } from '../answers';
import type { SheetCall } from './sheetCalls';

/**
 * Notes that are put beside rows while these are written (developer metadata): Google lets a note stay with its row wherever that
 * is moved, and takes it away with the row. So a row is written by its note, never by its number, which may be another
 * row's a moment later. `target` is what values are written by, `trace` what the row is found by afterwards.
 */
export type NoteKind = 'target' | 'trace';

const LETTERS = { target: 'w', trace: 'r' } as const;

/** Each write has names of its own for its notes: whatever comes late concerns no other write. */
const keyOf = (kind: keyof typeof LETTERS, id: string) => `tp.${LETTERS[kind]}.${id}`;

const ONCE = 'tp.o';

const VISIBLE = 'DOCUMENT';

/**
 * Selects the notes of a write ("DeveloperMetadataLookup").
 *
 * @param id of the write
 * @param index of the row among those it is about; all of them where it is not given
 */
export const byNote = (kind: NoteKind, id: string, index?: number) => ({
  developerMetadataLookup: {
    metadataKey: keyOf(kind, id),
    ...(index !== undefined && { metadataValue: String(index) }),
  },
});

/** Selects a row by its 1-based number ("GridRange"). */
export const byNumber = (gid: number, row: number) => ({
  gridRange: { sheetId: gid, startRowIndex: row - 1, endRowIndex: row },
});

export const removeNotes = (kind: NoteKind, id: string) => ({
  deleteDeveloperMetadata: { dataFilter: byNote(kind, id) },
});

/** What a write may have left behind: notes of rows, or the one that came with new rows. */
export type OldNote = { readonly id: string } | { readonly noteId: number };

/** Takes away what settled writes have left behind. */
export const removeOldNotes = (notes: readonly OldNote[]): object[] =>
  notes.flatMap((note): object[] =>
    'id' in note
      ? [removeNotes('target', note.id), removeNotes('trace', note.id)]
      : [{ deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId: note.noteId } } } }],
  );

/** A note that there can be one of only: its number is taken, a second call with it comes to nothing as a whole. */
export const noteOnce = (metadataId: number, metadataValue: 'done' | 'void') => ({
  createDeveloperMetadata: {
    developerMetadata: {
      ...{ metadataId, metadataKey: ONCE, metadataValue },
      ...{ location: { spreadsheet: true }, visibility: VISIBLE },
    },
  },
});

const rowRange = (gid: number, row: number, rows = 1) => ({
  sheetId: gid,
  dimension: 'ROWS',
  startIndex: row - 1,
  endIndex: row - 1 + rows,
});

/** Notes a row by both names. */
export const noteRow = (id: string, index: number, gid: number, row: number) =>
  (['target', 'trace'] as const).map((kind) => ({
    createDeveloperMetadata: {
      developerMetadata: {
        ...{ metadataKey: keyOf(kind, id), metadataValue: String(index), visibility: VISIBLE },
        location: { dimensionRange: rowRange(gid, row) },
      },
    },
  }));

/** Blank rows below a row, formatted as that is. */
export const insertBelow = (gid: number, row: number, rows: number) => ({
  insertDimension: { range: rowRange(gid, row + 1, rows), inheritFromBefore: true },
});

/** A row as it stands in the spreadsheet. */
export interface FoundRow {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly RawCell[];
  /** As what kind of moment a number in the column, 0-based, is shown; undefined where it is shown as a number. */
  shownMoment(column: number): MomentKind | undefined;
  /** Whether the column's cell has its value from another one: what is written into it takes that formula's place. */
  isFilled(column: number): boolean;
  /** The same, where the formula stands in a row above. */
  isFilledFromAbove(column: number): boolean;
  /** Its index among the rows that a write is about, if it is one of them. */
  readonly index: number | undefined;
}

const FIELDS =
  'sheets(properties.sheetId,data(startRow,rowData.values(effectiveValue,userEnteredValue,effectiveFormat.numberFormat),rowMetadata.developerMetadata(metadataKey,metadataValue)))';

/** `spreadsheets.getByDataFilter`: rows by their numbers or notes, whatever the tab is called. */
export const readRows = (dataFilters: readonly object[]): SheetCall => ({
  action: ':getByDataFilter',
  fields: FIELDS,
  json: { dataFilters, includeGridData: true },
  counts: 'read',
});

function foundRow(id: string, row: number, data: JsonRecord, metadata: JsonRecord): FoundRow {
  const values = listIn(data, 'values') as readonly GridCell[];
  const notes = listIn(metadata, 'developerMetadata');
  const trace = notes.find((note) => textIn(note, 'metadataKey') === keyOf('trace', id));
  return {
    row,
    cells: values.map(rawCellOf),
    shownMoment: (column) => shownMoment(values[column] ?? {}),
    isFilled: (column) => isFilled(values[column] ?? {}),
    isFilledFromAbove: (column) => isFilledFromAbove(values, column),
    index: trace && Number(textIn(trace, 'metadataValue')),
  };
}

/** The rows of an answer to {@link readRows} that stand in a tab, as a write is about them. */
export function foundRows(answer: JsonRecord, id: string, gid: number): FoundRow[] {
  const sheets = listIn(answer, 'sheets').filter((sheet) => (recordIn(sheet, 'properties').sheetId ?? 0) === gid);
  return sheets
    .flatMap((sheet) => listIn(sheet, 'data'))
    .flatMap((grid) => {
      const metadata = listIn(grid, 'rowMetadata');
      const first = typeof grid.startRow === 'number' ? grid.startRow + 1 : 1;
      const rows = listIn(grid, 'rowData');
      const count = Math.max(rows.length, metadata.length);
      return Array.from({ length: count }, (_, at) => foundRow(id, first + at, rows[at] ?? {}, metadata[at] ?? {}));
    });
}
