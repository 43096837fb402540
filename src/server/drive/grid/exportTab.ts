import type { GridRow } from '../../../contract/driveGrid';
import { type GridCell, isNumber, type RichGridCell, shownText } from '../../../contract/gridCells';
import type { ColumnType } from '../../../contract/rows';
import { ColumnFormats } from '../../rawTab/cellFormats';
import { csvField } from '../../workbook/csv/csvField';
import type { WrittenFormats } from '../../workbook/xlsx/writtenFormats';
import { cellXml, escaped, rowXml, withEntities, worksheetXml } from '../../workbook/xlsx/xlsxSheet';
import { inChunks } from '../../yieldToEventLoop';
import { isSelfContained } from '../stale/references';
import type { GridTab } from './gridTab';

/** Writes all rows of a tab as text, in chunks. */
const chunksOf = (tab: GridTab, textOf: (row: GridRow) => string) =>
  inChunks(
    tab.lastRow,
    (from, to) =>
      Buffer.from(
        tab
          .rows(from + 1, to)
          .map(textOf)
          .join(''),
      ),
    (record) => tab.blocks.bytesOf(record + 1),
  );

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

/** Returns a formula with its last known value. Programs that open the workbook recalculate it. */
function formulaXml(address: string, formula: string, cell: RichGridCell, style: number | undefined, array: boolean) {
  // As in its file: formulas are read without decoding escapes such as `_x0041_`.
  const f = `<f${array ? ` t="array" ref="${address}"` : ''}>${withEntities(formula)}</f>`;
  if (cell.value === null) return `<c r="${address}">${f}</c>`;
  if (cell.kind === 'text') {
    return `<c r="${address}" t="str">${f}<v xml:space="preserve">${escaped(String(cell.value))}</v></c>`;
  }
  return valueXml(address, cell, style).replace('<v>', () => `${f}<v>`);
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
  const columns = Array.from({ length: tab.columns }, (_, at) => new ColumnFormats(tab.blocks.head.formats, at));
  const arrays = new Map(tab.blocks.head.arrays?.map((range) => [range.split(':')[0], range]));
  const xmlOf = (address: string, cell: GridCell, code: string | undefined) => {
    if (typeof cell !== 'object' || cell === null)
      return cellXml(address, cell, undefined, formats.styleOf(cell, undefined, code));
    const style = formats.styleOf(cell.value, typeOf(cell), code);
    const { formula } = cell;
    if (sheets === undefined || formula === undefined || !isSelfContained(formula, sheets)) {
      return valueXml(address, cell, style);
    }
    const [, end = address] = arrays.get(address)?.split(':') ?? [];
    // The other cells of an array may have been edited.
    return end === address
      ? formulaXml(address, formula, cell, style, arrays.has(address))
      : valueXml(address, cell, style);
  };
  return worksheetXml(
    chunksOf(tab, ({ row, cells }) =>
      rowXml(row, cells.length, (address, at) => xmlOf(address, cells[at] ?? null, columns[at]?.find(row))),
    ),
  );
}
