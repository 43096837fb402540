import type { GridRow } from '../../contract/driveGrid';
import { addressOf, type GridCell, type RichGridCell, shownText } from '../../contract/gridCells';
import type { ColumnType } from '../../contract/rows';
import { createYielding } from '../yieldToEventLoop';
import { cellXml, escaped } from '../workbook/xlsx/xlsxSheet';
import { workbookOf } from '../workbook/xlsx/xlsxFile';
import type { GridTab } from './grid/gridTab';

const ROWS_AT_ONCE = 200;

/** All rows of a tab in batches, with turns of the event loop between them. */
async function* batchesOf(tab: GridTab): AsyncGenerator<readonly GridRow[], void, undefined> {
  const yieldToEventLoop = createYielding();
  for (let from = 1; from <= tab.lastRow; from += ROWS_AT_ONCE) {
    yield tab.rows(from, from + ROWS_AT_ONCE - 1);
    const pause = yieldToEventLoop();
    if (pause) await pause;
  }
}

/** Texts that a spreadsheet program would take for a formula. */
const LIKE_FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

function csvField(cell: GridCell): string {
  const text = shownText(cell);
  const isText = typeof cell === 'string' || (typeof cell === 'object' && cell?.kind === 'text');
  const safe = isText && LIKE_FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A tab as CSV (RFC 4180); blank rows are empty lines, so that all rows keep their numbers. */
export async function* exportCsv(tab: GridTab): AsyncGenerator<Buffer, void, undefined> {
  let next = 1;
  for await (const rows of batchesOf(tab)) {
    const lines = rows.map(({ row, cells }) => {
      const blank = '\r\n'.repeat(row - next);
      next = row + 1;
      return `${blank}${cells.map(csvField).join(',')}\r\n`;
    });
    if (lines.length > 0) yield Buffer.from(lines.join(''));
  }
}

/** A tab that is written to a workbook. */
export interface ExportedTab {
  /** Of the sheet in the workbook, from 1. */
  readonly number: number;
  readonly title: string;
  readonly hidden: boolean;
  readonly tab: GridTab;
}

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';

const typeOf = ({ kind }: RichGridCell): ColumnType | undefined =>
  kind === 'date' || kind === 'datetime' || kind === 'time' ? kind : undefined;

const valueXml = (address: string, cell: RichGridCell) =>
  cell.kind === 'error'
    ? `<c r="${address}" t="e"><v>${escaped(String(cell.value ?? '#N/A'))}</v></c>`
    : cellXml(address, cell.value, typeOf(cell));

/** A formula with its last known value; spreadsheet programs recalculate it. */
function formulaXml(address: string, formula: string, cell: RichGridCell): string {
  const f = `<f>${escaped(formula)}</f>`;
  if (cell.value === null) return `<c r="${address}">${f}</c>`;
  if (cell.kind === 'text') return `<c r="${address}" t="str">${f}<v>${escaped(String(cell.value))}</v></c>`;
  return valueXml(address, cell).replace('<v>', () => `${f}<v>`);
}

function xmlOf(address: string, cell: GridCell, formulas: boolean): string {
  if (typeof cell !== 'object' || cell === null) return cellXml(address, cell, undefined);
  const { formula } = cell;
  return formulas && formula !== undefined ? formulaXml(address, formula, cell) : valueXml(address, cell);
}

async function* sheetXmlOf(tab: GridTab, formulas: boolean): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(HEAD);
  for await (const rows of batchesOf(tab)) {
    const xml = rows.map(({ row, cells }) => {
      const written = cells.map((cell, at) => xmlOf(addressOf(row, at + 1), cell, formulas));
      return `<row r="${row}">${written.join('')}</row>`;
    });
    yield Buffer.from(xml.join(''));
  }
  yield Buffer.from('</sheetData></worksheet>');
}

/**
 * Tabs as an .xlsx workbook: values, formulas, names of tabs. Styles, widths, merged cells and charts are left out.
 *
 * @param formulas false where formulas are of another dialect, or rows or columns were moved, so that they may refer to wrong cells;
 *   then only their last values are written
 */
export const exportXlsx = (tabs: readonly ExportedTab[], formulas: boolean): AsyncGenerator<Buffer, void, undefined> =>
  workbookOf(tabs.map(({ tab, ...facts }) => ({ ...facts, content: sheetXmlOf(tab, formulas) })));
