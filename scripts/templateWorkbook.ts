import { cellAddress } from '../src/server/rawTab/cellAddress';
import { cellXml } from '../src/server/workbook/xlsx/xlsxSheet';
import { workbookOf } from '../src/server/workbook/xlsx/xlsxFile';
import type { WrittenTab, WrittenTemplate } from '../src/server/templates/writtenTemplate';

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0">' +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** Characters that a column is wide at least and at most. */
const NARROWEST = 8;
const WIDEST = 48;

/** As wide as what stands in it. */
function widthOf({ columns, rows }: WrittenTab, at: number): number {
  const texts = [columns[at]?.key, ...rows.map((row) => row[at])];
  const longest = Math.max(...texts.map((value) => String(value ?? '').length));
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2));
}

function columnsXml(tab: WrittenTab): string {
  const columns = tab.columns.map(
    (_, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(tab, at)}" customWidth="1"/>`,
  );
  return `<cols>${columns.join('')}</cols>`;
}

function sheetXml(tab: WrittenTab): string {
  const row = (number: number, cells: readonly string[]) => `<row r="${number}">${cells.join('')}</row>`;
  const head = tab.columns.map(({ key }, at) => cellXml(cellAddress(1, at + 1), key, undefined));
  const rows = tab.rows.map((values, below) =>
    row(
      below + 2,
      values.map((value, at) => cellXml(cellAddress(below + 2, at + 1), value, tab.columns[at]?.type)),
    ),
  );
  return `${HEAD}${columnsXml(tab)}<sheetData>${row(1, head)}${rows.join('')}</sheetData></worksheet>`;
}

async function* contentOf(tab: WrittenTab): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from(sheetXml(tab));
}

/** A template as the bytes of its workbook, the header in the first row of each tab. */
export async function templateWorkbook({ tabs }: WrittenTemplate): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const sheets = tabs.map((tab) => ({ title: tab.title, content: contentOf(tab) }));
  for await (const piece of workbookOf(sheets)) pieces.push(piece);
  return Buffer.concat(pieces);
}
