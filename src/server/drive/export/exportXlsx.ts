import { addressOf, type GridCell, type RichGridCell } from '../../../contract/gridCells';
import type { ColumnType } from '../../../contract/rows';
import { cellXml, escaped } from '../../endpoints/formats/xlsx/sheetXml';
import { workbookOf } from '../../endpoints/formats/xlsx/xlsx';
import type { GridTab } from '../grid/gridTab';
import { rowsOf } from './rowsOf';

/** A tab that is written to a file. */
export interface ExportedTab {
  /** Of the sheet, in the file. */
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

const errorXml = (address: string, value: RichGridCell['value']) =>
  `<c r="${address}" t="e"><v>${escaped(String(value ?? '#N/A'))}</v></c>`;

/** A cell as its last value. */
const valueXml = (address: string, cell: RichGridCell) =>
  cell.kind === 'error' ? errorXml(address, cell.value) : cellXml(address, cell.value, typeOf(cell));

/** A formula with the value that was last known of it; whatever opens the file works it out again. */
function formulaXml(address: string, formula: string, cell: RichGridCell): string {
  const f = `<f>${escaped(formula)}</f>`;
  const { kind, value } = cell;
  if (value === null) return `<c r="${address}">${f}</c>`;
  if (kind === 'text') return `<c r="${address}" t="str">${f}<v>${escaped(String(value))}</v></c>`;
  return valueXml(address, cell).replace('<v>', () => `${f}<v>`);
}

function xmlOf(address: string, cell: GridCell, formulas: boolean): string {
  if (typeof cell !== 'object' || cell === null) return cellXml(address, cell, undefined);
  const { formula } = cell;
  return formulas && formula !== undefined ? formulaXml(address, formula, cell) : valueXml(address, cell);
}

async function* sheetOf(tab: GridTab, formulas: boolean): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(HEAD);
  for await (const rows of rowsOf(tab)) {
    const xml = rows.map(({ row, cells }) => {
      const written = cells.map((cell, at) => xmlOf(addressOf(row, at + 1), cell, formulas));
      return `<row r="${row}">${written.join('')}</row>`;
    });
    yield Buffer.from(xml.join(''));
  }
  yield Buffer.from('</sheetData></worksheet>');
}

/**
 * A spreadsheet of the drive as a workbook, as it is now: values, formulas, names of tabs. Looks, widths, merged cells and
 * charts are not carried.
 *
 * @param formulas false where they are not those of this kind of file, or rows or columns were moved so that they may point
 *   at other cells than they should: then their last values are written
 */
export const exportXlsx = (tabs: readonly ExportedTab[], formulas: boolean): AsyncGenerator<Buffer, void, undefined> =>
  workbookOf(tabs.map(({ tab, ...facts }) => ({ ...facts, content: sheetOf(tab, formulas) })));
