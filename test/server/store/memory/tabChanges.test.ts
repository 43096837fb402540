import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { compared } from '../../../../src/server/store/memory/engine';
import { allOf, groupsIn, loadTexts, manyRows, parsed } from './tabs';

describe('changes', () => {
  const three: PackedRow[] = [
    ['r_1', 2, 'one'],
    ['r_2', 3, 'two'],
    ['r_3', 4, 'three'],
  ];

  test('are not visible in an earlier view', async () => {
    const tab = await loadTexts(['a'], three);
    const before = tab.view();
    await tab.apply(
      [
        { kind: 'update', id: 'r_2', row: 3, values: ['TWO'] },
        { kind: 'remove', id: 'r_1', row: 2 },
        { kind: 'append', id: 'r_4', row: 5, values: ['four'] },
      ],
      7,
    );
    const now = tab.view();
    expect([before.rows, before.revision, now.rows, now.revision]).toEqual([3, 0, 3, 7]);
    expect(parsed(allOf(before)).map(({ a }) => a)).toEqual(['one', 'two', 'three']);
    expect(parsed(allOf(now)).map(({ a }) => a)).toEqual(['TWO', 'three', 'four']);
    const where = compared(0, 'eq', 'two');
    expect([before.all({ where }).length, now.all({ where }).length]).toEqual([1, 0]);
  });

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

  test('give a row a new version, and the old one if it is changed back', async () => {
    const tab = await loadTexts(['a'], three);
    const versionNow = () => tab.view().version(tab.view().find('r_1')[0] ?? -1);
    const first = versionNow();
    await tab.apply([{ kind: 'update', id: 'r_1', row: 2, values: ['uno'] }], 1);
    const second = versionNow();
    await tab.apply([{ kind: 'update', id: 'r_1', row: 2, values: ['one'] }], 2);
    expect(second).not.toBe(first);
    expect(versionNow()).toBe(first);
    const again = await loadTexts(['a'], three);
    expect(again.view().version(again.view().find('r_1')[0] ?? -1)).toBe(first);
  });

  test.each(['update', 'append'] as const)('in small steps (%s) are visible all at once', async (kind) => {
    const tab = await loadTexts(['a', 'b'], manyRows(2000));
    let now = performance.now();
    // A clock that says at every chance to pause that the time slice is over.
    jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const counts = () => JSON.stringify(groupsIn(tab.view(), { by: [1], aggregates: [{ fn: 'count' }] }));
    const changes = (round: number) =>
      manyRows(1500).map(([id, rowNumber]) => {
        const values = [id, `round ${round}`];
        if (kind === 'update') return { kind, id, row: rowNumber, values };
        return { kind, id: `${round} ${id}`, row: rowNumber + 2000 * round, values };
      });
    for (let round = 1; round <= 6; round += 1) {
      const seen = new Set([counts()]);
      // Groups of a revision that were computed are not computed again.
      await tab.apply([], tab.revision);
      let isDone = false;
      const making = tab.apply(changes(round), round).finally(() => (isDone = true));
      while (!isDone) {
        await nextTurn();
        seen.add(counts());
      }
      await making;
      expect([...seen].slice(1)).toEqual([expect.stringContaining(`["round ${round}",1500]`)]);
    }
    await tab.settled();
    expect([tab.rows, tab.revision]).toEqual([kind === 'update' ? 2000 : 11_000, 6]);
    expect(counts()).toContain('["round 6",1500]');
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
