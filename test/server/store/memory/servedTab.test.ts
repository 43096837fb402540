import { compared, type Condition } from '../../../../src/server/store/memory/engine';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { turnsOf } from '../../../fixtures/eventually';
import { createRandom, pick } from './generated/random';
import { columnOf, packRows } from './generated/tabs';
import { allOf, groupsIn, loadTexts, manyRows, MEBIBYTE, packTexts, parsed } from './tabs';

test('a tab without rows returns none', async () => {
  const view = (await loadTexts(['a'], [])).view();
  const where = compared(0, 'eq', 'x');
  expect(view.select({ where, limit: 10, offset: 0 })).toEqual({ rowIndexes: new Uint32Array(0), total: 0 });
  expect(view.page({ limit: 10, offset: 0 })).toMatchObject({ count: 0, total: 0, bytes: 0 });
});

test('ranges of two columns are both applied if only one column has an index', async () => {
  const columns = [columnOf('a', 'integer'), columnOf('b')];
  const packed = await packRows(columns, [['x', 2, 0, 'm']]);
  const view = (await loadServedTab(packed, { maxBytes: MEBIBYTE })).view();
  const above = compared(0, 'gt', -1);
  await view.prepare({ where: above });
  const where: Condition = { kind: 'and', parts: [above, compared(1, 'gte', 'x'), compared(1, 'lte', 'z')] };
  expect(view.select({ where, limit: 10, offset: 0 }).total).toBe(0);
});

test('rows larger than a block of memory are complete', async () => {
  const long = 'ä'.repeat(1_500_000);
  const tab = await loadTexts(
    ['a'],
    [
      ['1', 2, 's'],
      ['2', 3, long],
      ['3', 4, 't'],
      ['4', 5, long],
    ],
  );
  const rows = parsed(allOf(tab.view()));
  expect(rows.map(({ a }) => String(a).length)).toEqual([1, 1_500_000, 1, 1_500_000]);
  expect(groupsIn(tab.view(), { by: [0], aggregates: [{ fn: 'count' }] }).map(([, count]) => count)).toEqual([2, 1, 1]);
});

test('text is sorted by the root collation, and found by its beginning and end', async () => {
  const random = createRandom(11);
  const signs = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));
  const text = () =>
    Array.from({ length: random(12) }, () => pick(random, random(3) === 0 ? signs : ['a', 'A', 'b'])).join('');
  const texts = Array.from({ length: 3000 }, text).filter((one) => one.trim() !== '');
  const view = (
    await loadTexts(
      ['a'],
      texts.map((one, n): PackedRow => [`r_${n}`, n + 2, one]),
    )
  ).view();
  const valuesOf = (places: Uint32Array) => [...places].map((place) => view.value(place, 0));
  const ordered = texts.toSorted(new Intl.Collator('und').compare);
  expect(valuesOf(view.all({ order: [{ column: 0, descending: false }] }))).toEqual(ordered);
  for (const sought of ['a', 'ab', 'b', 'aaa']) {
    const found = (op: 'startswith' | 'endswith') =>
      valuesOf(view.all({ where: { kind: 'text', column: 0, op, text: sought } }));
    expect(found('startswith')).toEqual(texts.filter((one) => one.toLowerCase().startsWith(sought)));
    expect(found('endswith')).toEqual(texts.filter((one) => one.toLowerCase().endsWith(sought)));
  }
});

test('text searches find the same whether or not the folded texts fit into memory', async () => {
  const rows = Array.from({ length: 700 }, (_, n): PackedRow => [`r_${n}`, n + 2, `${'Ab'.repeat(20_000)} Ñ${n}.`]);
  const tab = await loadServedTab(await packTexts(['a'], rows), { maxBytes: 512 * MEBIBYTE });
  const before = tab.bytes;
  const view = tab.view();
  for (const text of ['ñ699.', 'ñ0.', 'ñ350.', 'ñ699.']) {
    expect(view.all({ where: { kind: 'text', column: 0, op: 'contains', text } })).toHaveLength(1);
  }
  expect(tab.bytes - before).toBeGreaterThan(30 * MEBIBYTE);
  expect(tab.bytes - before).toBeLessThan(34 * MEBIBYTE);
});

test('a search pauses between the long texts of one row, and finds what it finds at once', async () => {
  const keys = Array.from({ length: 40 }, (_, n) => `c${n}`);
  const row = (n: number): PackedRow => [`r_${n}`, n + 2, ...keys.map((key) => `${'É '.repeat(20_000)}${key} ${n}`)];
  // More distinct values than are memoized.
  const short = Array.from({ length: 17_000 }, (_, n): PackedRow => [`s_${n}`, n + 9, `${n}`]);
  const rows = [row(0), row(1), ...short, row(17_100), row(17_101)];
  const view = (await loadTexts(keys, rows)).view();
  const columns = [...keys.keys()];
  const where = { kind: 'search', text: 'e c39 17101', columns } as const;
  let steps = 0;
  await view.prepare({ where }, async (work) => {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      steps += 1;
    }
  });
  expect(steps).toBeGreaterThan(120);
  expect([...view.all({ where })].map((at) => view.id(at))).toEqual(['r_17101']);
});

test('loading a tab does not block the event loop', async () => {
  const packed = await packTexts(['a', 'b'], manyRows(60_000));
  const { turns } = await turnsOf(loadServedTab(packed, { maxBytes: 64 * MEBIBYTE }));
  expect(turns).toBeGreaterThan(5);
});

describe('changes', () => {
  const three: PackedRow[] = [
    ['r_1', 2, 'one'],
    ['r_2', 3, 'two'],
    ['r_3', 4, 'three'],
  ];

  test('are applied all or none', async () => {
    const tab = await loadTexts(['a'], three);
    const impossible = () =>
      tab.apply(
        [
          { kind: 'append', id: 'r_4', row: 5, values: ['four'] },
          { kind: 'update', id: 'r_4', row: 5, values: ['FOUR'] },
          { kind: 'remove', id: 'r_1', row: 2 },
          { kind: 'remove', id: 'r_1', row: 2 },
        ],
        7,
      );
    await expect(impossible()).rejects.toThrow('There is no row r_1 with the number 2.');
    expect([tab.rows, tab.revision]).toEqual([3, 0]);
    await tab.apply([{ kind: 'append', id: 'r_4', row: 5, values: ['4'] }], 8);
    const view = tab.view();
    expect(parsed(allOf(view)).map(({ a }) => a)).toEqual(['one', 'two', 'three', '4']);
    expect(parsed(view.writeRows(view.find('r_4')))).toEqual([{ _id: 'r_4', a: '4' }]);
  });

  test.each(['update', 'append'] as const)('in small steps (%s) are visible all at once', async (kind) => {
    const tab = await loadTexts(['a', 'b'], manyRows(700));
    let now = performance.now();
    // A clock that says at every chance to pause that the time slice is over.
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const counts = () => JSON.stringify(groupsIn(tab.view(), { by: [1], aggregates: [{ fn: 'count' }] }));
    const changes = (round: number) =>
      manyRows(500).map(([id, rowNumber]) => {
        const values = [id, `round ${round}`];
        if (kind === 'update') return { kind, id, row: rowNumber, values };
        return { kind, id: `${round} ${id}`, row: rowNumber + 700 * round, values };
      });
    for (let round = 1; round <= 6; round += 1) {
      const seen = new Set([counts()]);
      // Groups of a revision that were computed are not computed again.
      await tab.apply([], tab.revision);
      const { turns } = await turnsOf(tab.apply(changes(round), round), () => seen.add(counts()));
      expect(turns).toBeGreaterThan(8);
      expect([...seen].slice(1)).toEqual([expect.stringContaining(`["round ${round}",500]`)]);
    }
    await tab.settled();
    expect([tab.rows, tab.revision]).toEqual([kind === 'update' ? 700 : 3_700, 6]);
    expect(counts()).toContain('["round 6",500]');
  });

  test('for a long time take no more memory than the rows need', async () => {
    const tab = await loadTexts(['a', 'b'], manyRows(2000));
    const { bytes } = tab;
    for (let round = 0; round < 40; round += 1) {
      const changes = manyRows(500).map(([id, rowNumber]) => ({
        kind: 'update' as const,
        id,
        row: rowNumber,
        values: [`round ${round} ${id}`, round],
      }));
      await tab.apply(changes, round + 1);
      await tab.settled();
    }
    expect(groupsIn(tab.view(), { by: [1], aggregates: [{ fn: 'count' }] })).toContainEqual([39, expect.any(Number)]);
    expect(tab.bytes).toBeLessThan(bytes * 3);
  });
});
