import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { deriveTab } from '../../src/server/normalise/deriveTab';
import type { TabSettings } from '../../src/server/normalise/derivedTab';
import { openPackedRows, readPackedRows } from '../../src/server/normalise/packedRows';
import { readShownCells } from '../../src/server/normalise/displayedCells';
import { columnOfAddress } from '../../src/server/rawTab/cellAddress';
import { importWorkbook } from '../../src/server/workbook/importWorkbook';
import type { ImportedTab } from '../../src/server/workbook/tabWriter';

/**
 * Compares what cells display (`_values=text`) with what Excel itself wrote of the same workbooks.
 *
 * `npx tsx test/displayed/measure.ts FOLDER [--no-headers] [--list]`, where the folder holds workbooks (`book.xlsx`) and, for
 * each of their sheets, by its 0-based place among them, the CSV that Excel saved of it (`book.xlsx.0.csv`).
 */

/** Cells by row and column, both 0-based; what is missing displays nothing. */
type Sheet = readonly (readonly string[])[];

interface Difference {
  readonly book: string;
  readonly sheet: string;
  readonly cell: string;
  readonly ours: string;
  readonly excel: string;
}

interface Count {
  cells: number;
  equalCells: number;
  sheets: number;
  equalSheets: number;
}

const oneLineFeed = (text: string) => text.replace(/[\r\n]+/g, '\n');

/** Excel for Mac writes CSVs in one of these; nothing in a file tells which. */
const ENCODINGS = ['windows-1252', 'utf-8'];
/** Some versions of Node take Windows-1252 for Latin 1 where it does not come as a stream. */
const decoded = (bytes: Uint8Array, encoding = ENCODINGS[0]) =>
  new TextDecoder(encoding).decode(bytes, { stream: true });
const WRITABLE = new Set(decoded(Uint8Array.from({ length: 256 }, (_, byte) => byte)));

/** Whether Excel shows the same; its CSVs have `_` or `?` for what their encoding cannot write. */
const isSame = (own: string, excel: string) =>
  own === excel ||
  (own.length === excel.length &&
    excel.split('').every((char, at) => char === own[at] || ('_?'.includes(char) && !WRITABLE.has(own[at]!))));

const lineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

const CSV = { relax_column_count: true, relax_quotes: true, record_delimiter: '\n' };

/** The sheet of a CSV in each encoding that it can be in. */
async function readCsv(path: string): Promise<Sheet[]> {
  const bytes = await readFile(path);
  return ENCODINGS.map((encoding) => {
    const rows: string[][] = parse(lineFeeds(decoded(bytes, encoding)), CSV);
    return rows.map((cells) => cells.map(oneLineFeed));
  });
}

/** What an endpoint of the tab shows, at the places of the sheet; rows above the header row are none of its rows. */
async function readTab(
  { raw }: ImportedTab,
  settings: TabSettings,
): Promise<{ readonly rows: string[][]; readonly from: number }> {
  const { packed, headerRow } = await deriveTab(raw, settings);
  const rows: string[][] = [];
  if (headerRow === null) return { rows, from: 0 };
  const { columns } = (await openPackedRows(packed)).head;
  const shown = (await readShownCells(raw, columns))!;
  const places = columns.map(({ cell }) => columnOfAddress(cell) - 1);
  const put = (row: number, place: number, text: string) => {
    (rows[row] ??= [])[place] = oneLineFeed(text);
  };
  if (headerRow > 0) columns.forEach(({ header }, at) => put(headerRow - 1, places[at]!, header));
  for await (const [, row, ...values] of readPackedRows(packed)) {
    values.forEach((value, at) => put(row - 1, places[at]!, shown.text(row, at, value) ?? ''));
  }
  return { rows, from: Math.max(0, headerRow - 1) };
}

function compare(
  ours: Sheet,
  excel: Sheet,
  from: number,
  count: Count,
  onDifference: (row: number, column: number) => void,
) {
  let differences = 0;
  for (let row = from; row < Math.max(ours.length, excel.length); row += 1) {
    const width = Math.max(ours[row]?.length ?? 0, excel[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      const [own, other] = [ours[row]?.[column] ?? '', excel[row]?.[column] ?? ''];
      // A row that holds nothing but white space is none.
      if (own.trim() === '' && other.trim() === '') continue;
      count.cells += 1;
      if (isSame(own, other)) count.equalCells += 1;
      else {
        differences += 1;
        onDifference(row, column);
      }
    }
  }
  count.sheets += 1;
  if (differences === 0) count.equalSheets += 1;
}

const textAt = (sheet: Sheet, row: number, column: number) => sheet[row]?.[column] ?? '';

/** Excel leaves out blank rows and columns before the first that it takes for used: its sheet, moved to where most of it fits. */
function align(readings: readonly Sheet[], ours: Sheet): Sheet {
  const firstRow = ours.findIndex((row) => row?.some(Boolean));
  const firstColumn = ours.reduce((least, row) => {
    const at = (row ?? []).findIndex(Boolean);
    return at < 0 ? least : Math.min(least, at);
  }, Infinity);
  let best = { excel: readings[0]!, equal: -1, down: 0, right: 0 };
  for (const excel of readings) {
    for (const down of new Set([...Array(Math.min(firstRow, 40) + 1).keys(), firstRow])) {
      for (let right = 0; right <= Math.min(firstColumn, 40); right += 1) {
        const equal = equalCells(excel, ours, down, right);
        if (equal > best.equal) best = { excel, equal, down, right };
      }
    }
  }
  const { excel, down, right } = best;
  if (down === 0 && right === 0) return excel;
  return [
    ...Array.from({ length: down }, () => []),
    ...excel.map((cells) => [...Array.from({ length: right }, () => ''), ...cells]),
  ];
}

function equalCells(excel: Sheet, ours: Sheet, down: number, right: number) {
  let equal = 0;
  excel.slice(0, 2000).forEach((cells, row) =>
    cells.forEach((text, column) => {
      if (text !== '' && isSame(textAt(ours, row + down, column + right).trim(), text.trim())) equal += 1;
    }),
  );
  return equal;
}

async function measure(folder: string, settings: TabSettings) {
  const names = new Set(await readdir(folder));
  const count: Count = { cells: 0, equalCells: 0, sheets: 0, equalSheets: 0 };
  const differences: Difference[] = [];
  const refused: string[] = [];
  for (const book of [...names].filter((name) => /\.(?:xlsx|xlsm|ods)$/i.test(name)).toSorted()) {
    let tabs: ImportedTab[];
    try {
      ({ tabs } = await importWorkbook({ path: join(folder, book), fileName: book }));
    } catch (error) {
      refused.push(`${book}: ${(error as Error).message}`);
      continue;
    }
    const titles = names.has(`${book}.sheetnames`)
      ? decoded(await readFile(join(folder, `${book}.sheetnames`)))
          .trim()
          .split(/\r?\n/)
      : undefined;
    for (const [at, tab] of tabs.entries()) {
      const place = titles === undefined ? at : titles.findIndex((title) => isSame(tab.head.title, title));
      const csv = `${book}.${place}.csv`;
      if (!names.has(csv)) continue;
      const { rows, from } = await readTab(tab, settings);
      const excel = align(await readCsv(join(folder, csv)), rows);
      compare(rows, excel, from, count, (row, column) =>
        differences.push({
          book,
          sheet: tab.head.title,
          cell: `R${row + 1}C${column + 1}`,
          ours: rows[row]?.[column] ?? '',
          excel: excel[row]?.[column] ?? '',
        }),
      );
    }
  }
  return { count, differences, refused };
}

async function main([folder, ...options]: readonly string[]) {
  if (folder === undefined)
    throw new Error('Name the folder that holds the workbooks and the CSVs that Excel saved of them.');
  const { count, differences, refused } = await measure(
    folder,
    options.includes('--no-headers') ? { headerRow: 0 } : {},
  );
  const percent = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(2)} %)`;
  if (options.includes('--list')) for (const one of differences) console.log(JSON.stringify(Object.values(one)));
  for (const one of refused) console.log(`refused: ${one}`);
  console.log(
    `cells equal: ${percent(count.equalCells, count.cells)}, sheets equal: ${percent(count.equalSheets, count.sheets)}`,
  );
}

void main(process.argv.slice(2));
