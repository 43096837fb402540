import { limits } from '../../../src/contract/limits';
import type { Merge } from '../../../src/server/rawTab/cellAddress';
import { derive, deriveCsv, deriveSheet, warned } from './derived';

describe('facts of a column', () => {
  test('is nullable if a cell is blank', async () => {
    const tab = await deriveCsv(['a;b', '1;x', '2;', '3;z']);
    expect([tab.column('a').nullable, tab.column('b').nullable]).toEqual([false, true]);
  });

  test('is nullable if a row ends before it', async () => {
    expect((await deriveSheet(['a;b', 'x;y', 'x'])).column('b').nullable).toBe(true);
  });

  test('is nullable if an error is read as null', async () => {
    const tab = await derive([['a'], [1], [{ kind: 'error', value: '#N/A' }]]);
    expect(tab.column('a').nullable).toBe(true);
  });

  test.each([
    ['different', ['a', 'b', 'c'], true],
    ['repeated', ['a', 'b', 'a'], false],
    ['repeated in another case', ['a', 'A'], true],
    ['different beside blanks', ['a', '', 'b', ''], true],
    ['equal numbers', ['1.50', '1.50'], false],
    ['nothing', ['', ''], false],
  ])('is unique: %s', async (_, texts, unique) => {
    const tab = await deriveCsv(['n;c', ...texts.map((text, n) => `${n};${text}`)]);
    expect(tab.column('c').unique).toBe(unique);
  });

  test('is unique only without a late repetition in many rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => [n, `${n}`, n % 19_999]);
    const tab = await derive([['number', 'text', 'almost'], ...rows]);
    expect(tab.columns.map(({ unique }) => unique)).toEqual([true, true, false]);
  });

  test('has the first three different values as examples', async () => {
    const tab = await deriveCsv(['n;c', '1;', '2;x', '3;x', '4;y', '5;z', '6;w']);
    expect(tab.column('c').examples).toEqual(['x', 'y', 'z']);
    expect(tab.column('n').examples).toEqual([1, 2, 3]);
  });

  test('has the beginnings of long texts as examples', async () => {
    const tab = await deriveCsv(['n;c', `1;${'x'.repeat(1_000)}`, '2;y']);
    expect(tab.column('c').examples).toEqual(['x'.repeat(200), 'y']);
  });
});

describe('ids', () => {
  const csv = ['Code;Name', '00501;Ann', 'x y;Ben'];

  test('are those of the raw rows', async () => {
    expect((await deriveCsv(csv)).unpacked.map(([id]) => id)).toEqual(['r_2', 'r_3']);
  });

  test('are the values of the key column', async () => {
    const tab = await deriveCsv(csv, { keyColumn: 'Code' });
    expect(tab.unpacked.map(([id]) => id)).toEqual(['00501', 'x y']);
    expect(tab.warnings.map(({ code }) => code)).not.toContain('duplicate_key');
  });

  test('are text if the key is a number', async () => {
    expect((await deriveCsv(['n;c', '7;x', '8;y'], { keyColumn: 'n' })).unpacked.map(([id]) => id)).toEqual(['7', '8']);
  });

  test('that repeat have a warning with both cells', async () => {
    const tab = await deriveCsv(['n;c', '7;x', '8;y', '7;z'], { keyColumn: 'n' });
    expect(warned(tab, 'duplicate_key')).toEqual(['A4: A2 and A4 both hold 7, so it names no single row.']);
    expect(tab.unpacked.map(([id]) => id)).toEqual(['7', '8', '7']);
  });

  test('are generated for rows without a value, with a warning', async () => {
    const tab = await deriveCsv(['n;c', '7;x', ';y'], { keyColumn: 'n' });
    expect(tab.unpacked.map(([id]) => id)).toEqual(['7', 'r_3']);
    expect(warned(tab, 'blank_key')).toEqual([
      'A3: A3 is blank, so row 3 has no value of the key column to be found by.',
    ]);
  });

  test('have a warning if the key column does not exist', async () => {
    const tab = await deriveCsv(csv, { keyColumn: 'Id' });
    expect(tab.unpacked.map(([id]) => id)).toEqual(['r_2', 'r_3']);
    expect(tab.warnings.map(({ code }) => code)).toEqual(['unused_setting']);
    expect(tab.warnings[0]?.detail).toMatch(/so each row keeps the id that it was given instead/);
  });
});

test.each(['Price', '__proto__', 'constructor'])(
  'a type set for a column %s that does not exist has a warning',
  async (key) => {
    const columnTypes = JSON.parse(`{"${key}":"integer"}`) as Record<string, 'integer'>;
    const tab = await deriveCsv(['a;b', 'x;y'], { columnTypes });
    expect(tab.warnings.map(({ code }) => code)).toEqual(['unused_setting']);
    expect(tab.columns.map(({ type }) => type)).toEqual(['text', 'text']);
  },
);

describe('merged cells', () => {
  const merged = (...merges: Merge[]) =>
    deriveSheet(['name;city;n', 'Ann;Oslo;1', 'Ben;hidden;2', 'Cid;hidden;3', 'Dan;Rome;4'], undefined, { merges });

  test('have their value in the first cell alone', async () => {
    const tab = await merged([2, 2, 4, 2]);
    expect(tab.values('city')).toEqual(['Oslo', null, null, 'Rome']);
    expect(warned(tab, 'merged_cells')).toEqual([
      'B2: B2:B4 is merged. Its value stands in B2, the other cells are blank.',
    ]);
  });

  test('can span columns', async () => {
    const tab = await merged([2, 1, 3, 2]);
    expect(tab.unpacked).toEqual([
      ['r_2', 2, 'Ann', null, 1],
      ['r_3', 3, null, null, 2],
      ['r_4', 4, 'Cid', 'hidden', 3],
      ['r_5', 5, 'Dan', 'Rome', 4],
    ]);
  });

  test('can be wider than the row, and than any tab', async () => {
    const merges: Merge[] = [
      [3, 3, 3, 1_000_000_000],
      [3, 5_000, 3, 5_001],
    ];
    const lines = ['name;city;n', 'Ann;Oslo;1', 'Ben;Rome;2'];
    expect((await deriveSheet(lines, {}, { merges })).values('n')).toEqual([1, 2]);
    const repeated = await deriveSheet(lines, { repeatMerged: true }, { merges });
    expect(repeated.columns).toHaveLength(limits.columnsPerTab);
    expect(repeated.values('column_D')).toEqual([null, 2]);
  });

  test('can be several at once, in any order', async () => {
    const tab = await merged([4, 1, 5, 1], [2, 2, 3, 2], [2, 1, 3, 1]);
    expect(tab.values('name')).toEqual(['Ann', null, 'Cid', null]);
    expect(tab.values('city')).toEqual(['Oslo', null, 'hidden', 'Rome']);
  });

  test('that overlap another one are left out', async () => {
    const tab = await merged([2, 1, 3, 2], [3, 2, 4, 3], [4, 2, 5, 2]);
    expect(tab.values('city')).toEqual([null, null, 'hidden', null]);
    expect(tab.values('n')).toEqual([1, 2, 3, 4]);
  });

  test('of a title do not affect the rows', async () => {
    const tab = await deriveSheet(['Report', 'a;b', 'x;y'], undefined, { merges: [[1, 1, 1, 2]] });
    expect(warned(tab, 'merged_cells')).toEqual([]);
  });

  test('of one cell are ignored', async () => {
    expect((await merged([2, 2, 2, 2])).warnings).toEqual([]);
  });
});

test('at most a hundred warnings are kept', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => [
    n % 3,
    { kind: 'error', value: '#N/A' } as const,
    { kind: 'number', value: null, formula: 'A1' } as const,
    'x',
    1,
  ]);
  const head = [['key', 'errors', 'formulas', ...Array.from({ length: 60 }, () => 'same')]];
  const tab = await derive(
    [...head, ...rows],
    { keyColumn: 'key' },
    { merges: Array.from({ length: 60 }, (_, n) => [n + 100, 1, n + 100, 2] as const) },
  );
  expect(tab.warnings).toHaveLength(100);
  expect(new Set(tab.warnings.map(({ code }) => code))).toContain('merged_cells');
});
