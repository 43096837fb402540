import fc from 'fast-check';
import type { CellValue, ColumnType } from '../../../src/contract/rows';
import { chooseType, ColumnFacts } from '../../../src/server/normalise/columnType';
import { fitValue } from '../../../src/server/normalise/derivedColumn';
import { readCell } from '../../../src/server/normalise/readCell';
import { Warnings } from '../../../src/server/normalise/warnings';
import type { CellReading } from '../../../src/server/rawTab/rawTab';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { runs } from '../../fixtures/runs';
import { derive } from './derived';

/** Texts that look like another type, or nearly. */
const written = [
  ...['', ' ', 'abc', 'TRUE', 'false', 'true ', 'Tea', 'fable', 't', '12', '-3', '007', '0', '-0', '-0.5', '0.0'],
  ...['1.50', '2.25', '1.5', '10.00', '1e5', '+4', '.5', '5.', '12%', '1,5', '0.0000001', '0.000001', '12 kg', '12px'],
  ...['1.5e-7', '2E3', '1e400', '297.0', ',5', '1.234,5', '-2,50', '1,5e3', '1,234.5', '1.234', '1.234.567', '1,234'],
  ...['2009-04-01', '2009-02-30', '2000-02-29', '1900-02-29', '2009-04-01x', '12:30', '12:30:00', '24:00', '1-2-3'],
  ...['2009-04-01 12:30', '2009-04-01T12:30:00Z', '12 Main Street', '12\nMain', '\n12', '"q"', 'a\\b', 'tab\t', '\t7'],
  ...['\u00a0x', '\u3000', '\ufeffa', '京都', '😀x', 'é', '\u2028a', '−5', '1234567890123456', '123456789012345'],
];
const typed: readonly RawCell[] = [
  ...[null, 'abc', ' ', 'x y', '12', '2009-04-01', '京都', '\u00a0', 1, 2.5, -3, 0, 1e21, 1e-7, true, false],
  ...(['2009-04-01', '0001-01-01'] as const).map((value) => ({ kind: 'date', value }) as const),
  { kind: 'datetime', value: '2009-04-01T12:30:00' },
  { kind: 'datetime', value: '2009-04-01T00:00:00' },
  { kind: 'time', value: '12:30:00' },
  { kind: 'error', value: '#REF!' },
  { kind: 'number', value: 5, formula: 'A1' },
  { kind: 'text', value: null, formula: 'B1' },
  { kind: 'number', value: 5, text: '5.00' },
  { kind: 'text', value: 'a"b}', formula: 'X("}")' },
];

/** A column of alternating cells, perhaps with a late one, when its type seems certain. */
const columnOf = (pool: readonly RawCell[]) =>
  fc.record({
    usual: fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 3 }),
    late: fc.option(fc.constantFrom(...pool), { nil: undefined }),
  });

const sheets = fc.boolean().chain((isTyped) =>
  fc.record({
    reading: fc.constantFrom<CellReading>(
      ...(isTyped
        ? [{ typed: true }]
        : ([undefined, '.', ',', '.,'] as const).map((decimals) => ({ typed: false, decimals }))),
    ),
    columns: fc.array(columnOf(isTyped ? typed : written), { minLength: 1, maxLength: 4 }),
    rows: fc.constantFrom(3, 40, 40, 1_900),
  }),
);

const cellAt = ({ usual, late }: { usual: RawCell[]; late: RawCell | undefined }, at: number, rows: number) =>
  late !== undefined && at === rows - 1 ? late : (usual[at % usual.length] ?? null);

/** Derives a column by the rules, cell by cell. */
function columnByRules(cells: readonly RawCell[], reading: CellReading): { type: ColumnType; values: CellValue[] } {
  const facts = new ColumnFacts();
  const read = cells.map((cell) => readCell(cell, reading));
  read.forEach((cell, at) => facts.add(cell, at + 2));
  const named = { index: 0, key: 'c', header: 'c', slug: 'c', cell: 'A1' };
  const type = chooseType(named, facts, reading, new Warnings());
  return { type, values: read.map((cell) => fitValue(cell, type) ?? null) };
}

test('columns of generated sheets follow the rules of each cell, however late a cell changes their type', async () => {
  await fc.assert(
    fc.asyncProperty(sheets, async ({ reading, columns, rows }) => {
      // The row number prevents blank rows, and the length of the text makes a long sheet.
      const line = (at: number) => [
        `row ${at} ${'-'.repeat(150)}`,
        ...columns.map((column) => cellAt(column, at, rows)),
      ];
      const body = Array.from({ length: rows }, (_, at) => line(at));
      const head = ['n', ...columns.map((_, at) => `c${at}`)];
      const tab = await derive([head, ...body], { headerRow: 1 }, reading);
      expect(tab.rows).toBe(rows);
      columns.forEach((_, at) => {
        const cells = body.map((one) => one[at + 1] ?? null);
        const expected = columnByRules(cells, reading);
        expect(tab.column(`c${at}`).type).toBe(expected.type);
        expect(JSON.stringify(tab.values(`c${at}`))).toBe(JSON.stringify(expected.values));
      });
    }),
    { numRuns: runs(15) },
  );
});
