import fc from 'fast-check';
import { addressOf } from '../../../../src/contract/gridCells';
import { indexFormulas } from '../../../../src/server/drive/stale/formulaIndex';
import { RowRuns, staleCells, type SheetFormulas } from '../../../../src/server/drive/stale/staleCells';
import { runAtOnce } from '../../../../src/server/yieldToEventLoop';
import { runs } from '../../../fixtures/runs';

const SIZE = 8;

interface Place {
  readonly row: number;
  readonly column: number;
}

const place = fc.record({ row: fc.integer({ min: 1, max: SIZE }), column: fc.integer({ min: 1, max: 4 }) });

/** A formula that reads a range of its own sheet or the other, filled down over some rows. */
const filled = fc.record({
  at: place,
  height: fc.integer({ min: 1, max: SIZE }),
  from: place,
  to: place,
  isFixed: fc.tuple(fc.boolean(), fc.boolean()),
  reads: fc.constantFrom('', 'Other!', "'Main'!"),
});

/** Formulas of both sheets, by cell address; the first one that is put into a cell stays. */
function written(fills: readonly (typeof filled extends fc.Arbitrary<infer T> ? T : never)[], sheet: string) {
  const cells = new Map<string, { readonly row: number; readonly column: number; readonly formula: string }>();
  for (const { at, height, from, to, isFixed, reads } of fills) {
    for (let down = 0; down < height && at.row + down <= SIZE; down += 1) {
      const rows = [from.row, to.row].map((row, end) => (isFixed[end] === true ? row : Math.min(SIZE, row + down)));
      const reference = `${addressOf(rows[0]!, from.column)}:${addressOf(rows[1]!, to.column)}`;
      const dollars = reference.replace(/\d+/g, (digits, offset: number) =>
        isFixed[offset < reference.indexOf(':') ? 0 : 1] === true ? `$${digits}` : digits,
      );
      const row = at.row + down;
      const key = `${sheet} ${row} ${at.column}`;
      if (!cells.has(key)) cells.set(key, { row, column: at.column, formula: `SUM(${reads}${dollars})` });
    }
  }
  return cells;
}

type Written = ReturnType<typeof written>;

/** Calls back with each cell that a formula reads. */
function cellsRead(sheet: string, formula: string): string[] {
  const [, other, a = '', from, b = '', to] = /\((?:'?(\w+)'?!)?([A-Z])\$?(\d+):([A-Z])\$?(\d+)\)/.exec(formula) ?? [];
  const [rows, columns] = [
    [Number(from), Number(to)],
    [a.charCodeAt(0) - 64, b.charCodeAt(0) - 64],
  ];
  const read: string[] = [];
  for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
    for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) {
      read.push(`${other ?? sheet} ${row} ${column}`);
    }
  }
  return read;
}

/** Finds stale cells the plain way: goes over all formulas until no more become stale. */
function plainly(all: ReadonlyMap<string, { readonly formula: string }>, changed: ReadonlySet<string>): Set<string> {
  const stale = new Set<string>();
  for (let before = -1; before < stale.size;) {
    before = stale.size;
    for (const [key, { formula }] of all) {
      const [sheet = ''] = key.split(' ');
      if (cellsRead(sheet, formula).some((cell) => changed.has(cell) || stale.has(cell))) stale.add(key);
    }
  }
  return stale;
}

/** Indexes the formulas of rows; undefined is a blank cell. */
const indexed = (rows: readonly number[], formulasOf: (row: number) => readonly (string | undefined)[], max?: number) =>
  runAtOnce(
    indexFormulas(
      rows.map((row) => [
        {
          row,
          cells: formulasOf(row).map((formula) =>
            formula === undefined ? null : { kind: 'number' as const, value: 0, formula },
          ),
        },
      ]),
      max,
    ),
  );

function sheetOf(title: string, sheetId: number, cells: Written, changed: readonly Place[]): SheetFormulas {
  const { groups } = indexed(range(1, SIZE), (row) => {
    const inRow = [...cells.values()].filter((cell) => cell.row === row);
    return Array.from({ length: 4 }, (_, at) => inRow.find(({ column }) => column === at + 1)?.formula);
  });
  const ranges = changed.map(({ row, column }) => ({ columns: [column, column], rows: [row, row] }) as const);
  return { sheetId, title, groups, changed: ranges };
}

it('finds the same cells as repeated scans of all formulas', () =>
  fc.assert(
    fc.property(
      fc.array(filled, { maxLength: 5 }),
      fc.array(filled, { maxLength: 4 }),
      fc.array(fc.record({ isMain: fc.boolean(), at: place }), { maxLength: 3 }),
      (main, other, changes) => {
        const [inMain, inOther] = [written(main, 'Main'), written(other, 'Other')];
        const all = new Map([...inMain, ...inOther]);
        const keyOf = (isMain: boolean, { row, column }: Place) => `${isMain ? 'Main' : 'Other'} ${row} ${column}`;
        const real = changes.filter(({ isMain, at }) => !all.has(keyOf(isMain, at)));
        const placesIn = (isMain: boolean) => real.filter((one) => one.isMain === isMain).map(({ at }) => at);
        const sheets = [sheetOf('Main', 1, inMain, placesIn(true)), sheetOf('OTHER', 2, inOther, placesIn(false))];
        const found = new Set<string>();
        for (const [sheetId, cells] of runAtOnce(staleCells(sheets))) {
          for (const [column, first, last] of cells) {
            for (let row = first; row <= last; row += 1) found.add(keyOf(sheetId === 1, { row, column }));
          }
        }
        expect(found).toEqual(plainly(all, new Set(real.map(({ isMain, at }) => keyOf(isMain, at)))));
      },
    ),
    { numRuns: runs(100) },
  ));

it('a formula that fills a column is one group, and a running balance becomes stale in one step', () => {
  const index = indexed(range(2, 100_000), (row) => [undefined, `B${row - 1}+A${row}`]);
  expect(index.groups).toHaveLength(1);
  const changed = [{ columns: [1, 1], rows: [500, 500] } as const];
  const found = runAtOnce(staleCells([{ sheetId: 7, title: 'Balance', groups: index.groups, changed }]));
  expect([...found]).toEqual([[7, [[2, 500, 100_000]]]]);
});

it('changes in every other row are processed in small steps, and every formula that reads them is found', () => {
  const index = indexed([1, 2], (row) => [undefined, `A${row}`, `B${row}`]);
  const changes = 20_000;
  const groups = index.groups.map((group) => ({ ...group, last: 2 * changes }));
  const rows = Array.from({ length: changes }, (_, at) => 2 * at + 1);
  const changed = rows.map((row) => ({ columns: [1, 1], rows: [row, row] }) as const);
  const work = staleCells([{ sheetId: 7, title: 'Scattered', groups, changed }]);
  let steps = 0;
  let step = work.next();
  for (; step.done !== true; step = work.next()) steps += 1;
  expect(step.value.get(7)).toHaveLength(2 * changes);
  expect(steps).toBeGreaterThan(changes / 256);
});

it('formulas that read other sheets do not slow down changes here', () => {
  const size = 1_000;
  const index = indexed(range(1, size), (row) => [undefined, `$A$${row * row}`]);
  let looks = 0;
  const changed = Array.from({ length: size }, (_, at) => ({
    get columns() {
      looks += 1;
      return [3, 3] as const;
    },
    rows: [2 * at + 1, 2 * at + 1] as const,
  }));
  expect(index.groups).toHaveLength(size);
  expect(runAtOnce(staleCells([{ sheetId: 7, title: 'Elsewhere', groups: index.groups, changed }]))).toEqual(new Map());
  expect(looks).toBeLessThan(10 * size);
});

it('formulas above the limit are one group in each column, stale after any change', () => {
  const formulasOf = (row: number) => (row % 3 === 0 ? [] : [undefined, `$X$${row * row}`, `$Y$${row * row}`]);
  const index = indexed(range(1, 100), formulasOf, 6);
  expect(index.groups.map(({ column, first, last }) => [column, first, last])).toEqual([
    [2, 1, 1],
    [3, 1, 1],
    [2, 2, 2],
    [3, 2, 100],
    [2, 4, 100],
  ]);
  const changed = [{ columns: [26, 26], rows: [1, 1] } as const];
  const found = runAtOnce(staleCells([{ sheetId: 7, title: 'Many', groups: index.groups, changed }]));
  expect(found.get(7)?.toSorted()).toEqual([
    [2, 4, 100],
    [3, 2, 100],
  ]);
});

it('rows form a set, in whatever order they are added', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(6)), { maxLength: 20 }), (adds) => {
      const set = new Set<number>();
      const rows = new RowRuns();
      for (const [first, more] of adds) {
        const expected = range(first, first + more).filter((row) => !set.has(row));
        expect(rows.add(first, first + more)).toBe(expected.length > 0);
        for (const row of expected) set.add(row);
      }
      expect(rows.list().flatMap(([from, to]) => range(from, to))).toEqual([...set].sort((a, b) => a - b));
      const list = rows.list();
      for (const [at, [first]] of list.entries()) if (at > 0) expect(first).toBeGreaterThan(list[at - 1]![1] + 1);
    }),
  ));

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
