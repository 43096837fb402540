import { createReadStream } from 'node:fs';
import { rawHash } from '../../rawTab/packedRaw';
import type { RawTabHead } from '../../rawTab/rawTab';
import { Budget, readingLimits } from '../readingLimits';
import { damaged } from '../refusals';
import { FormatNotes } from '../../rawTab/cellFormats';
import { type ImportedTab, TabWriter } from '../tabWriter';
import { type GridCell, formatOf, rawCellOf } from './gridCell';
import { GridScanner } from './gridScanner';

declare module '../../workers/workers' {
  interface Jobs {
    /** Reads what the Sheets API has answered. */
    importGoogleSheet: { input: GridText; output: ImportedGoogleSheet };
  }
}

/** The `fields` of the request: everything of the cells that an uploaded workbook holds too, in one call for all tabs. */
export const GRID_FIELDS =
  'properties.title,sheets(properties(sheetId,title,sheetType,hidden),merges,data.rowData.values(effectiveValue,userEnteredValue.formulaValue,effectiveFormat.numberFormat))';

/** What is answered besides rows; members that are zero, false or empty are left out. */
interface Spreadsheet {
  readonly properties?: { readonly title?: string };
  readonly sheets?: readonly {
    readonly properties?: {
      readonly sheetId?: number;
      readonly title?: string;
      readonly sheetType?: string;
      readonly hidden?: boolean;
    };
    readonly merges?: readonly GridRange[];
  }[];
}

/** Counts from 0, ends are not included ("GridRange"). */
interface GridRange {
  readonly startRowIndex?: number;
  readonly endRowIndex?: number;
  readonly startColumnIndex?: number;
  readonly endColumnIndex?: number;
}

/** What the Sheets API has answered: itself, or a file on this machine that it is in. */
export type GridText = { readonly bytes: Buffer } | { readonly path: string };

export interface ImportedGoogleSheet {
  readonly title: string;
  /** In the order of the spreadsheet, by the numbers that Google gives them. */
  readonly tabs: ImportedTab[];
}

/** Stands in sentences for a tab whose title comes behind its rows. */
const UNNAMED = 'of this spreadsheet';

const mergesOf = (merges: readonly GridRange[] = []): RawTabHead['merges'] =>
  merges
    .slice(0, readingLimits.mergesPerTab)
    .map(({ startRowIndex = 0, endRowIndex = 0, startColumnIndex = 0, endColumnIndex = 0 }) => [
      startRowIndex + 1,
      startColumnIndex + 1,
      endRowIndex,
      endColumnIndex,
    ]);

function parsed<T>(json: string): T {
  try {
    return JSON.parse(json) as T;
  } catch {
    throw damaged('it is not what was asked for');
  }
}

/** Writes the rows of one sheet after the other. */
class Sheets {
  readonly writers: TabWriter[] = [];
  readonly formats: FormatNotes[] = [];
  private row = 0;

  constructor(private readonly budget: Budget) {}

  sheet() {
    this.writers.push(new TabWriter(UNNAMED, this.budget, { typed: true }));
    this.formats.push(new FormatNotes());
    this.row = 0;
  }

  take(json: string) {
    const writer = this.writers.at(-1);
    const { values = [] } = parsed<{ values?: readonly GridCell[] }>(json);
    this.row += 1;
    if (writer === undefined || values.length === 0) return;
    writer.startRow(this.row);
    values.forEach((cell, column) => {
      writer.put(column + 1, rawCellOf(cell));
      if (cell.effectiveValue?.numberValue !== undefined)
        this.formats.at(-1)?.note(this.row, column + 1, formatOf(cell));
    });
    writer.endRow();
  }
}

async function tabOf(
  writer: TabWriter,
  notes: FormatNotes | undefined,
  { properties = {}, merges }: NonNullable<Spreadsheet['sheets']>[number],
): Promise<ImportedTab> {
  const { sheetId = 0, title = '', hidden = false } = properties;
  const tab = await writer.finish({ sheetId, title, hidden, merges: mergesOf(merges), formats: notes?.end() });
  return { ...tab, mark: await rawHash(tab.raw) };
}

/** Tabs that are charts, or connected to a database, have no cells. */
const isGrid = ({ properties: { sheetType = 'GRID' } = {} }: NonNullable<Spreadsheet['sheets']>[number]) =>
  sheetType === 'GRID';

const piecesOf = (text: GridText): AsyncIterable<Buffer> | readonly Buffer[] =>
  'bytes' in text ? [text.bytes] : createReadStream(text.path);

/**
 * Reads what the Sheets API has answered for {@link GRID_FIELDS}, as `importWorkbook` reads a workbook: the same cells become
 * the same rows.
 *
 * @throws {Refusal} `damaged_workbook` or `too_large`
 */
export async function importGoogleSheet(text: GridText): Promise<ImportedGoogleSheet> {
  const sheets = new Sheets(new Budget());
  const scanner = new GridScanner({ sheet: () => sheets.sheet(), row: (json) => sheets.take(json) });
  for await (const bytes of piecesOf(text)) scanner.feed(bytes);
  const { properties, sheets: found = [] } = parsed<Spreadsheet>(scanner.whole());
  const tabs: ImportedTab[] = [];
  for (const [index, sheet] of found.entries()) {
    const writer = sheets.writers[index];
    if (writer !== undefined && isGrid(sheet)) tabs.push(await tabOf(writer, sheets.formats[index], sheet));
  }
  return { title: properties?.title ?? '', tabs };
}
