import { createReadStream } from 'node:fs';
import { FormatCollector } from '../../rawTab/cellFormats';
import { rawHash } from '../../rawTab/packedRaw';
import type { RawTabHead } from '../../rawTab/rawTab';
import { Budget, readingLimits } from '../readingLimits';
import { damaged } from '../refusals';
import { type ImportedTab, TabWriter } from '../tabWriter';
import { formatOf, type GridCell, rawCellOf } from './gridCell';

/** Depth of the rows of a spreadsheet: spreadsheet, `sheets`, a sheet, `data`, a grid, `rowData`. */
const ROWS_DEPTH = 6;
const SHEETS_DEPTH = 2;

/**
 * Extracts the rows from a spreadsheet's JSON stream one by one, as the whole would take many times its size in memory. Rows are
 * recognised by depth alone: no other requested field is as deep.
 */
export class GridScanner {
  private depth = 0;
  private isInText = false;
  private isEscaped = false;
  /** JSON around the rows. */
  private rest = '';
  /** Beginning of the current row. */
  private row = '';

  constructor(private readonly found: Pick<Sheets, 'sheet' | 'row'>) {}

  /** Reads the next piece of the JSON. */
  feed(json: string) {
    let start = 0;
    for (let index = 0; index < json.length; index += 1) {
      const character = json[index]!;
      if (this.isInText) {
        this.passText(character);
      } else if (character === '"') {
        this.isInText = true;
      } else if (character === '{' || character === '[') {
        if (this.depth === ROWS_DEPTH) {
          this.keep(json.slice(start, index));
          start = index;
        } else if (this.depth === SHEETS_DEPTH) {
          this.found.sheet();
        }
        this.depth += 1;
      } else if (character === '}' || character === ']') {
        this.depth -= 1;
        if (this.depth !== ROWS_DEPTH) continue;
        this.found.row(this.row + json.slice(start, index + 1));
        this.row = '';
        start = index + 1;
      }
    }
    this.keep(json.slice(start));
  }

  /** Returns the JSON without the rows. */
  whole(): string {
    return this.rest;
  }

  private passText(character: string) {
    if (this.isEscaped) this.isEscaped = false;
    else if (character === '\\') this.isEscaped = true;
    else if (character === '"') this.isInText = false;
  }

  /** Keeps a part of a row or of the JSON around the rows, but not the commas between two rows. */
  private keep(part: string) {
    if (this.depth > ROWS_DEPTH) this.row += part;
    else if (this.depth < ROWS_DEPTH || !/^[\s,]*$/.test(part)) this.rest += part;
  }
}

declare module '../../workers/workers' {
  interface Jobs {
    /** Reads a response of the Sheets API. */
    importGoogleSheet: typeof importGoogleSheet;
  }
}

/** Parameter `fields` of the request: the same cell properties as in an uploaded workbook, in one call for all tabs. */
export const GRID_FIELDS =
  'properties.title,sheets(properties(sheetId,title,sheetType,hidden),merges,data.rowData.values(effectiveValue,userEnteredValue.formulaValue,effectiveFormat.numberFormat))';

/** Response without its rows; members that are zero, false or empty are omitted. */
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

/** 0-based range with exclusive ends ("GridRange"). */
interface GridRange {
  readonly startRowIndex?: number;
  readonly endRowIndex?: number;
  readonly startColumnIndex?: number;
  readonly endColumnIndex?: number;
}

export interface ImportedGoogleSheet {
  readonly title: string;
  /** Tabs in the order of the spreadsheet, with Google's ids. */
  readonly tabs: ImportedTab[];
}

/** Replaces the title of a tab in messages, as the title may come after its rows. */
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

/** Writes the rows of one sheet after another. */
class Sheets {
  readonly writers: TabWriter[] = [];
  readonly formats: FormatCollector[] = [];
  /** Number of the current row. */
  private number = 0;

  constructor(private readonly budget: Budget) {}

  /** Begins a sheet. */
  sheet() {
    this.writers.push(new TabWriter(UNNAMED, this.budget, { typed: true }));
    this.formats.push(new FormatCollector());
    this.number = 0;
  }

  /** Adds a row of the current sheet. */
  row(json: string) {
    const writer = this.writers.at(-1);
    const { values = [] } = parsed<{ values?: readonly GridCell[] }>(json);
    this.number += 1;
    if (writer === undefined || values.length === 0) return;
    writer.startRow(this.number);
    values.forEach((cell, column) => {
      writer.put(column + 1, rawCellOf(cell));
      if (cell.effectiveValue?.numberValue === undefined) return;
      this.formats.at(-1)?.note(this.number, column + 1, formatOf(cell));
    });
    writer.endRow();
  }
}

async function tabOf(
  writer: TabWriter,
  formats: FormatCollector | undefined,
  { properties = {}, merges }: NonNullable<Spreadsheet['sheets']>[number],
): Promise<ImportedTab> {
  const { sheetId = 0, title = '', hidden = false } = properties;
  const tab = await writer.finish({ sheetId, title, hidden, merges: mergesOf(merges), formats: formats?.end() });
  return { ...tab, rawHash: await rawHash(tab.raw) };
}

/** Returns whether a tab has cells; charts and tabs connected to a database have none. */
const isGrid = ({ properties: { sheetType = 'GRID' } = {} }: NonNullable<Spreadsheet['sheets']>[number]) =>
  sheetType === 'GRID';

/**
 * Reads a response of the Sheets API for {@link GRID_FIELDS}. The same cells become the same rows as by `importWorkbook`.
 *
 * @param path of a file with the response
 * @throws {Refusal} `damaged_workbook` or `too_large`
 */
export async function importGoogleSheet({ path }: { readonly path: string }): Promise<ImportedGoogleSheet> {
  const sheets = new Sheets(new Budget());
  const scanner = new GridScanner(sheets);
  for await (const json of createReadStream(path, 'utf8') as AsyncIterable<string>) scanner.feed(json);
  const { properties, sheets: found = [] } = parsed<Spreadsheet>(scanner.whole());
  const tabs: ImportedTab[] = [];
  for (const [index, sheet] of found.entries()) {
    const writer = sheets.writers[index];
    if (writer !== undefined && isGrid(sheet)) tabs.push(await tabOf(writer, sheets.formats[index], sheet));
  }
  return { title: properties?.title ?? '', tabs };
}
