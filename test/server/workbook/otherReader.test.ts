import { readFileSync } from 'node:fs';
import { readOds, readXlsx, type Sheet, writeOds, writeXlsx } from 'hucre';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { importBytes, rawRows, sample } from '../../fixtures/workbookFiles';

/** Workbooks that another library writes, and real ones that it reads, must be the same in both. */

/** A cell as text that both readers can be compared by. */
function plain(cell: RawCell | Date | undefined): unknown {
  if (cell instanceof Date) return cell.toISOString().slice(0, 19).replace('T00:00:00', '');
  if (typeof cell === 'object' && cell !== null) return cell.value;
  return cell === '' ? null : (cell ?? null);
}

/** Rows without trailing blanks and blank rows. */
const trimmed = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)).filter((row) => row.length > 0);

async function ours(fileName: string, bytes: Uint8Array) {
  const { tabs } = await importBytes(fileName, bytes);
  return Promise.all(
    tabs.map(async (tab) => [tab.head.title, (await rawRows(tab)).map(({ cells }) => cells.map(plain))]),
  );
}

const theirs = (sheets: readonly Sheet[]) =>
  sheets.map(({ name, rows }) => [name, trimmed(rows.map((row) => row.map((cell) => plain(cell as RawCell))))]);

const moments = [new Date('2009-04-01T00:00:00Z'), new Date('2024-02-29T12:30:15Z'), new Date('1900-03-01T00:00:00Z')];

const sheets = [
  {
    name: 'Types & “quotes”',
    rows: [
      ['text', 'number', 'flag', 'blank', 'moment'],
      ['00501', 12.5, true, null, moments[0] ?? null],
      [' kept ', -1e-7, false, null, moments[1] ?? null],
      ['<&>"\'\n東京 😀', 123456789012, true, null, moments[2] ?? null],
    ],
  },
  { name: 'Hidden', hidden: true, rows: [['a'], [1]] },
];

test.each(['shared', 'inline'] as const)('an .xlsx with %s texts', async (stringMode) => {
  const bytes = await writeXlsx({ sheets, stringMode });
  const [types, hidden] = await ours('a.xlsx', bytes);
  expect(types?.[0]).toBe('Types & “quotes”');
  // It does not mark spaces in inline texts as significant, so Excel drops them.
  const text = (value: unknown) => (stringMode === 'inline' && value === ' kept ' ? 'kept' : value);
  expect(types?.[1]).toEqual(sheets[0]?.rows.map((row) => row.map((cell) => text(plain(cell as RawCell)))));
  expect(hidden).toEqual(['Hidden', [['a'], [1]]]);
  expect((await importBytes('a.xlsx', bytes)).tabs.map(({ head }) => head.hidden)).toEqual([false, true]);
});

test('an .xlsx with the 1904 date system', async () => {
  const bytes = await writeXlsx({ sheets: [{ name: 'Days', rows: [moments] }], dateSystem: '1904' });
  expect(await ours('a.xlsx', bytes)).toEqual([['Days', [['2009-04-01', '2024-02-29T12:30:15', expect.anything()]]]]);
});

test('an .ods', async () => {
  const rows = [
    ['text', 'number', 'flag'],
    ['00501', 12.5, true],
    ['東京 < 😀', -3, false],
  ];
  expect(await ours('a.ods', await writeOds({ sheets: [{ name: 'Sheet', rows }] }))).toEqual([['Sheet', rows]]);
});

test('an .xlsx with a password is distinguished from a damaged one', async () => {
  const bytes = await writeXlsx({ sheets, encryption: { password: 'secret', spinCount: 1 } });
  await expect(importBytes('a.xlsx', bytes)).rejects.toMatchObject({
    code: 'not_a_workbook',
    detail: expect.stringContaining('password'),
  });
});

test.each(['mixed_sheets.xlsx', 'sheet_visibility.xlsx', 'world-reference.xlsx'])('%s', async (name) => {
  const bytes = readFileSync(sample(name));
  const read = await ours(name, bytes);
  const expected = theirs((await readXlsx(bytes)).sheets);
  expect(read.map(([title]) => title)).toEqual(expected.map(([title]) => title));
  // It neither reads ISO dates nor normalises line ends, as XML requires.
  const brought = (cell: unknown) =>
    typeof cell === 'string' ? cell.replace('T00:00:00.000Z', '').replaceAll('\r\n', '\n') : cell;
  expect(read.map(([, rows]) => rows)).toEqual(
    expected.map(([, rows]) => (rows as unknown[][]).map((row) => row.map(brought))),
  );
});

test.each(['AutoFilter.ods', 'defined_names_unicode.ods', 'sheet_visibility.ods'])('%s', async (name) => {
  const bytes = readFileSync(sample(name));
  expect(await ours(name, bytes)).toEqual(theirs((await readOds(bytes)).sheets));
});
