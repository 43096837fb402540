import fc from 'fast-check';
import type { CellValue } from '../../../src/contract/rows';
import type { TabSettings } from '../../../src/server/normalise/derivedTab';
import { readPackedRows } from '../../../src/server/normalise/packedRows';
import { compareRows } from '../../../src/server/sync/compareRows';
import { type DerivedWithIds, deriveTab } from '../../../src/server/sync/deriveTab';
import { createPackedRaw } from '../../../src/server/rawTab/packedRaw';
import type { RawCell } from '../../../src/server/rawTab/rawCells';
import { newRowId } from '../../../src/server/rawTab/rowIds';
import { runs } from '../../fixtures/runs';

type Read = DerivedWithIds & { readonly raw: Buffer };

/** Derives a tab with new ids, as after a read, with the ids of the tab before it carried over. */
async function derived(
  rows: readonly (readonly RawCell[])[],
  settings: TabSettings = {},
  before?: Read,
): Promise<Read> {
  const writer = createPackedRaw();
  for (const [at, cells] of rows.entries()) writer.add({ id: newRowId(), row: at + 1, cells });
  const raw = await writer.finish({ sheetId: 1, title: 'Teas', hidden: false, merges: [], typed: true });
  return { raw, ...(await deriveTab({ raw, settings, before }, () => undefined)) };
}

async function rowsOf({ packed }: { readonly packed: Buffer }) {
  const rows: { id: string; row: number; values: CellValue[] }[] = [];
  for await (const [id, row, ...values] of readPackedRows(packed)) rows.push({ id, row, values });
  return rows;
}

const HEAD = ['name', 'price'];
const TEAS = [HEAD, ['Assam', 4], ['Darjeeling', 7], ['Sencha', 9], ['Oolong', 8]];

/** Returns for each row the index of the earlier row with its id, -1 for a new id. */
async function carriedFrom(first: readonly (readonly RawCell[])[], next: readonly (readonly RawCell[])[]) {
  const before = await derived(first);
  const ids = (await rowsOf(before)).map(({ id }) => id);
  const after = await rowsOf(await derived(next, {}, before));
  return after.map(({ id }) => ids.indexOf(id));
}

it.each([
  ['nothing', TEAS, [0, 1, 2, 3]],
  ['a cell', [HEAD, ['Assam', 4], ['Darjeeling', 7.5], ['Sencha', 9], ['Oolong', 8]], [0, 1, 2, 3]],
  ['a row added at the end', [...TEAS, ['Matcha', 20]], [0, 1, 2, 3, -1]],
  ['a row added at the start', [HEAD, ['Matcha', 20], ...TEAS.slice(1)], [-1, 0, 1, 2, 3]],
  ['a row removed', [HEAD, ...TEAS.slice(2)], [1, 2, 3]],
  ['a row removed and another changed', [HEAD, ['Darjeeling', 7], ['Sencha', 10], ['Oolong', 8]], [1, 2, 3]],
  ['a row moved to the front', [HEAD, ['Oolong', 8], ['Assam', 4], ['Darjeeling', 7], ['Sencha', 9]], [3, 0, 1, 2]],
  ['a column added', TEAS.map((row, at) => [...row, at === 0 ? 'code' : `c${at}`]), [0, 1, 2, 3]],
  ['a column removed', TEAS.map(([name]) => [name ?? null]), [0, 1, 2, 3]],
  ['the columns reordered', TEAS.map(([name, price]) => [price ?? null, name ?? null]), [0, 1, 2, 3]],
  ['blank rows between them', [HEAD, ['Assam', 4], [], [], ...TEAS.slice(2)], [0, 1, 2, 3]],
])('rows keep their ids after %s', async (_what, next, expected) => {
  expect(await carriedFrom(TEAS, next)).toEqual(expected);
});

const AGES = [
  ['name', 'kind', 'age', 'rank'],
  ['Assam', 'black', 1, 1],
  ['Ceylon', 'black', 2, 2],
  ['Bancha', 'green', 3, 3],
  ['Sencha', 'green', 4, 4],
  ['Gyokuro', 'green', 5, 5],
];
const [HEADS, ...AGED] = AGES as [RawCell[], ...RawCell[][]];
/** Changes the value of a volatile formula. */
const older = (row: RawCell[]) => row.with(2, Number(row[2]) + 100);
/** Numbers the rows, as a formula with `ROW()` does. */
const ranked = (rows: RawCell[][]) => rows.map((row, at) => row.with(3, at + 1));

it.each([
  ['sorted', [HEADS, ...AGED.toReversed()], [4, 3, 2, 1, 0]],
  ['sorted, with other values of formulas', [HEADS, ...AGED.toReversed().map(older)], [4, 3, 2, 1, 0]],
  ['sorted, and numbered by a formula', [HEADS, ...ranked(AGED.toReversed())], [-1, -1, 2, -1, -1]],
  ['given other values of formulas', [HEADS, ...AGED.map(older)], [0, 1, 2, 3, 4]],
  ['removed, and numbered by a formula', [HEADS, ...ranked(AGED.slice(2))], [2, 3, 4]],
  ['replaced', [HEADS, AGED[0], ['Matcha', 'white', 9, 9], ...AGED.slice(2)], [0, -1, 2, 3, 4]],
  ['replaced by one of the same kind', [HEADS, ['Matcha', 'black', 9, 9], ...AGED.slice(1)], [-1, 1, 2, 3, 4]],
  ['replaced by fewer', [HEADS, AGED[0], ['Matcha', 'green', 9, 9], AGED[4]], [0, -1, 4]],
])('no row has the id of another one after rows were %s', async (_what, next, expected) => {
  expect(await carriedFrom(AGES, next as RawCell[][])).toEqual(expected);
});

it('no row has the id of another one that is equal only as both are blank in the columns that stayed', async () => {
  const first = [
    ['name', 'origin'],
    ['Assam', null],
    [null, 'Japan'],
  ];
  const next = [['name', 'price'], first[1] ?? [], [null, 7]];
  expect(await carriedFrom(first, next)).toEqual([0, -1]);
});

it('rows that only move have other row numbers', async () => {
  const before = await derived(TEAS);
  const after = await derived([...TEAS.slice(0, 2), [], ...TEAS.slice(2)], {}, before);
  expect((await rowsOf(after)).map(({ row }) => row)).toEqual([2, 4, 5, 6]);
});

it('ids of a key column are left alone, even those that look generated', async () => {
  const key = { keyColumn: 'id' };
  const [one, other] = [newRowId(), newRowId()];
  const rowsWith = (id: string) => [
    ['id', 'name'],
    [id, 'Assam'],
    [null, 'Sencha'],
  ];
  const before = await derived(rowsWith(one), key);
  const rows = await rowsOf(await derived(rowsWith(other), key, before));
  expect(rows.map(({ id }) => id)).toEqual([other, (await rowsOf(before))[1]?.id]);
});

it('ids stay unique, whatever was changed', async () => {
  const row = fc.tuple(fc.constantFrom('Assam', 'Sencha', 'Oolong'), fc.integer({ min: 1, max: 3 }));
  const rows = fc.array(row, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, rows, async (first, next) => {
      const before = await derived([HEAD, ...first]);
      const fresh = await derived([HEAD, ...next]);
      const after = await rowsOf(await derived([HEAD, ...next], {}, before));
      expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
      expect(after.map(({ values }) => values)).toEqual((await rowsOf(fresh)).map(({ values }) => values));
      const again = await derived([HEAD, ...first], {}, before);
      expect(again.packed.equals(before.packed)).toBe(true);
    }),
    { numRuns: runs(15) },
  );
});

it('a raw tab gets the ids of its rows: derived again, it has the same rows', async () => {
  const before = await derived(TEAS);
  const changed = [...TEAS.slice(0, 2), ['Darjeeling', 8], ...TEAS.slice(3), ['Matcha', 20]];
  const { raw, packed } = await derived(changed, {}, before);
  expect((await deriveTab({ raw }, () => undefined)).packed.equals(packed)).toBe(true);
  expect(await compareRows({ before: before.packed, after: packed })).toEqual({
    ...{ added: 1, changed: 1, deleted: 0, gone: [] },
  });
});

it('a raw tab with other columns is left unchanged', async () => {
  const before = await derived(TEAS);
  const other = await derived([['a'], ['b']]);
  expect((await deriveTab({ raw: other.raw, before }, () => undefined)).raw).toBeUndefined();
});
