import type { GridRow } from '../../../contract/driveGrid';
import { type GridCell, isNumber, type RichGridCell, shownText } from '../../../contract/gridCells';
import type { ColumnType } from '../../../contract/rows';
import { ColumnFormats } from '../../rawTab/cellFormats';
import { csvField } from '../../workbook/csv/csvText';
import type { WrittenFormats } from '../../workbook/xlsx/writtenFormats';
import { cellXml, escaped, rowXml, withEntities, worksheetXml } from '../../workbook/xlsx/xlsxSheet';
import { inChunks } from '../../yieldToEventLoop';
import { isSelfContained } from '../stale/references';
import type { GridTab } from './gridTab';

/** Writes all rows of a tab as text, in chunks. */
function chunksOf(tab: GridTab, textOf: (row: GridRow) => string) {
  const chunk = (from: number, to: number) => {
    const texts = tab.rows(from + 1, to).map(textOf);
    return Buffer.from(texts.join(''));
  };
  return inChunks(tab.lastRow, chunk, (index) => tab.blocks.bytesOf(index + 1));
}

/** Signs of formulas that do more than arithmetic. A file can have any text displayed for a number. */
const MORE_THAN_ARITHMETIC = /[=@|!(]/;

/** Returns a cell as a CSV field. A number such as -5.00 € stays as it is displayed. */
function fieldOf(cell: GridCell): string {
  const text = shownText(cell);
  return csvField(text, isNumber(cell) && !MORE_THAN_ARITHMETIC.test(text));
}

/** Writes a tab as CSV (RFC 4180). Blank rows are empty lines, so that all rows keep their numbers. */
export function exportCsv(tab: GridTab): AsyncIterable<Buffer> {
  let next = 1;
  return chunksOf(tab, ({ row, cells }) => {
    const blank = '\r\n'.repeat(row - next);
    next = row + 1;
    return `${blank}${cells.map(fieldOf).join(',')}\r\n`;
  });
}

const typeOf = ({ kind }: RichGridCell): ColumnType | undefined =>
  kind === 'date' || kind === 'datetime' || kind === 'time' ? kind : undefined;

/** Errors that cells of a workbook can have (ECMA-376 part 1, section 18.17.2.7); programs take a file with others for damaged. */
const ERRORS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA'];

/** Returns the XML of an error. LibreOffice writes its own ones, such as `Err:502`, as `#VALUE!` too. */
function errorXml(address: string, { value }: RichGridCell): string {
  const error = String(value ?? '#N/A');
  return `<c r="${address}" t="e"><v>${ERRORS.includes(error) ? error : '#VALUE!'}</v></c>`;
}

const valueXml = (address: string, cell: RichGridCell, style: number | undefined) =>
  cell.kind === 'error' ? errorXml(address, cell) : cellXml(address, cell.value, typeOf(cell), style);

/**
 * Returns a cell with a formula and its last known value. Programs that open the workbook recalculate it.
 *
 * @param formula its element, `<f>…</f>`
 */
function formulaXml(address: string, formula: string, cell: RichGridCell, style: number | undefined) {
  if (cell.value === null) return `<c r="${address}">${formula}</c>`;
  if (cell.kind === 'text') {
    return `<c r="${address}" t="str">${formula}<v xml:space="preserve">${escaped(String(cell.value))}</v></c>`;
  }
  return valueXml(address, cell, style).replace('<v>', () => `${formula}<v>`);
}

/**
 * Streams a tab as a worksheet part: values, number formats and formulas. Other styles, widths, merged cells and charts are left out.
 *
 * @param formats number formats of the workbook, which include those of the tab
 * @param sheets names of the workbook's sheets in lower case: of a formula that needs anything else, or fills several cells, only its
 * last value is written. Undefined if formulas are in another dialect, or rows or columns were moved, so that they may refer to wrong cells
 */
export function exportSheet(
  tab: GridTab,
  formats: WrittenFormats,
  sheets: ReadonlySet<string> | undefined,
): AsyncIterable<Buffer> {
  const { head } = tab.blocks;
  const columns = Array.from({ length: tab.columns }, (_, index) => new ColumnFormats(head.formats, index));
  const lastCellsOfArrays = new Map(
    head.arrays?.map((range) => {
      const [first = range, last = first] = range.split(':');
      return [first, last];
    }),
  );
  /** Returns the formula of a cell as an element, if it can be written. */
  const formulaElement = (address: string, formula: string | undefined) => {
    if (sheets === undefined || formula === undefined || !isSelfContained(formula, sheets)) return undefined;
    const lastCell = lastCellsOfArrays.get(address);
    // The other cells of an array may have been edited.
    if (lastCell !== undefined && lastCell !== address) return undefined;
    const attributes = lastCell === undefined ? '' : ` t="array" ref="${address}"`;
    // As in its file: formulas are read without decoding escapes such as `_x0041_`.
    return `<f${attributes}>${withEntities(formula)}</f>`;
  };
  const xmlOf = (address: string, cell: GridCell, code: string | undefined) => {
    if (typeof cell !== 'object' || cell === null) {
      return cellXml(address, cell, undefined, formats.styleOf(cell, undefined, code));
    }
    const style = formats.styleOf(cell.value, typeOf(cell), code);
    const formula = formulaElement(address, cell.formula);
    return formula === undefined ? valueXml(address, cell, style) : formulaXml(address, formula, cell, style);
  };
  const textOf = ({ row, cells }: GridRow) =>
    rowXml(row, cells.length, (address, index) => xmlOf(address, cells[index] ?? null, columns[index]?.find(row)));
  return worksheetXml(chunksOf(tab, textOf));
}
