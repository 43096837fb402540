import { isFilled, isFilledFromAbove, rawCellOf, type GridCell, shownMoment } from '../../workbook/google/gridCell';
import type { MomentKind } from '../../rawTab/numberFormat';
import type { RawCell } from '../../rawTab/rawCells';
import { type JsonRecord, listIn, recordIn, textIn } from '../responses';
import type { SheetCall } from './sheetCalls';

/**
 * Kinds of notes (developer metadata) that are attached to rows during a write. A note follows its row when that is moved, and is
 * deleted with it. So rows are written by note, never by number, which may soon be another row's. `target` selects the rows to
 * write, `trace` finds them afterwards.
 */
type NoteKind = 'target' | 'trace';

const KEY_LETTERS = { target: 'w', trace: 'r' } as const;

/** Returns the metadata key of a write's notes. Each write has its own, so that a late request cannot affect another write. */
const keyOf = (kind: keyof typeof KEY_LETTERS, id: string) => `tp.${KEY_LETTERS[kind]}.${id}`;

const ONCE_KEY = 'tp.o';

const VISIBILITY = 'DOCUMENT';

/**
 * Selects the notes of a write ("DeveloperMetadataLookup").
 *
 * @param id of the write
 * @param index of one row of the write; all rows when absent
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

/** Notes that a write may have left behind: those of rows, or the one created with new rows. */
export type OldNote = { readonly id: string } | { readonly noteId: number };

/** Builds the requests that remove the notes of settled writes. */
export const removeOldNotes = (notes: readonly OldNote[]): object[] =>
  notes.flatMap((note): object[] =>
    'id' in note
      ? [removeNotes('target', note.id), removeNotes('trace', note.id)]
      : [{ deleteDeveloperMetadata: { dataFilter: { developerMetadataLookup: { metadataId: note.noteId } } } }],
  );

/** Builds a note with a fixed id, which can exist only once: a second batch with the same id fails as a whole. */
export const noteOnce = (metadataId: number, metadataValue: 'done' | 'void') => ({
  createDeveloperMetadata: {
    developerMetadata: {
      metadataId,
      metadataKey: ONCE_KEY,
      metadataValue,
      location: { spreadsheet: true },
      visibility: VISIBILITY,
    },
  },
});

const rowRange = (gid: number, row: number, rows = 1) => ({
  sheetId: gid,
  dimension: 'ROWS',
  startIndex: row - 1,
  endIndex: row - 1 + rows,
});

/** Builds both notes of a row. */
export const noteRow = (id: string, index: number, gid: number, row: number) =>
  (['target', 'trace'] as const).map((kind) => ({
    createDeveloperMetadata: {
      developerMetadata: {
        metadataKey: keyOf(kind, id),
        metadataValue: String(index),
        visibility: VISIBILITY,
        location: { dimensionRange: rowRange(gid, row) },
      },
    },
  }));

/** Inserts blank rows below a row, with its format. */
export const insertBelow = (gid: number, row: number, rows: number) => ({
  insertDimension: { range: rowRange(gid, row + 1, rows), inheritFromBefore: true },
});

/** A row in the spreadsheet. */
export interface FoundRow {
  /** 1-based. */
  readonly row: number;
  readonly cells: readonly RawCell[];
  /** Date or time format in which a number of the 0-based column is displayed; undefined for a plain number. */
  shownMoment(column: number): MomentKind | undefined;
  /** Whether another cell fills the column's cell: a value written into it would override the formula. */
  isFilled(column: number): boolean;
  /** Like {@link isFilled}, for a formula in a row above. */
  isFilledFromAbove(column: number): boolean;
  /** Index of the row in the write; undefined for other rows. */
  readonly index: number | undefined;
}

const FIELDS =
  'sheets(properties.sheetId,data(startRow,rowData.values(effectiveValue,userEnteredValue,effectiveFormat.numberFormat),rowMetadata.developerMetadata(metadataKey,metadataValue)))';

/** `spreadsheets.getByDataFilter`: reads rows by number or note, independent of the tab's title. */
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

/** Returns the rows of a tab in a response to {@link readRows}. */
export function foundRows(answer: JsonRecord, id: string, gid: number): FoundRow[] {
  const sheets = listIn(answer, 'sheets').filter((sheet) => (recordIn(sheet, 'properties').sheetId ?? 0) === gid);
  const found: FoundRow[] = [];
  for (const grid of sheets.flatMap((sheet) => listIn(sheet, 'data'))) {
    const firstRow = typeof grid.startRow === 'number' ? grid.startRow + 1 : 1;
    const rows = listIn(grid, 'rowData');
    const metadata = listIn(grid, 'rowMetadata');
    const count = Math.max(rows.length, metadata.length);
    for (let index = 0; index < count; index += 1) {
      found.push(foundRow(id, firstRow + index, rows[index] ?? {}, metadata[index] ?? {}));
    }
  }
  return found;
}
