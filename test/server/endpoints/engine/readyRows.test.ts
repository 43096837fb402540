import { adoptRows, loadServedTab } from '../../../../src/server/endpoints/engine/servedTab';
import { GatheredRows } from '../../../../src/server/endpoints/engine/readyRows';
import { roomOf } from '../../../../src/server/endpoints/engine/room';
import type { StoredTab } from '../../../../src/server/endpoints/engine/storedTab';
import { createWorkers } from '../../../../src/server/workers/workers';
import { sample, withFile } from '../../../fixtures/workbookFiles';
import { workerPath } from '../../../fixtures/workerPath';
import { columnOf } from './generated/tabs';
import { MEBIBYTE } from './tabs';

const workers = createWorkers({ entry: workerPath });
afterAll(() => workers.close());

const options = { most: 64 * MEBIBYTE, revision: 1 };

/** Reads a file in a thread. @returns each of its tabs twice: as it came ready, and as its packed rows are loaded */
async function bothWays(path: string, fileName: string): Promise<[StoredTab, StoredTab][]> {
  const { tabs } = await workers.run('importWorkbook', { path, fileName, readied: true });
  const loading = tabs.map(async ({ derived: { ready, packed } }): Promise<[StoredTab, StoredTab]> => {
    if (ready === undefined) throw new Error('Its rows have not come ready.');
    return [adoptRows(ready, options).tab, await loadServedTab(packed, options)];
  });
  return Promise.all(loading);
}

/** All that can be seen of a tab. */
function seenOf(tab: StoredTab) {
  const view = tab.view();
  const all = view.all({});
  const groups = view.columns.map((_, column) => view.group({ by: [column], aggregates: [{ fn: 'count' }] }).count);
  return {
    columns: view.columns,
    rows: [...all].map((place) => [view.rowNumber(place), view.id(place), [...view.find(view.id(place))]]),
    json: view.writeRows(all).toString(),
    groups,
  };
}

const expectSame = (tabs: readonly [StoredTab, StoredTab][]) => {
  for (const [ready, loaded] of tabs) expect(seenOf(ready)).toEqual(seenOf(loaded));
};

describe('rows that come ready from the thread that reads their file', () => {
  test('are the very rows that are loaded from disk, of every tab', async () => {
    const tabs = await bothWays(sample('world-reference.xlsx'), 'world-reference.xlsx');
    expect(tabs.map(([{ rows }]) => rows)).toEqual([249, 503, 2]);
    expectSame(tabs);
  });

  test('are those of the columns as they are known in the end, however long their rows are', async () => {
    const lines = Array.from({ length: 9_000 }, (_, n) => `${n},"Zoë ""${n % 7}"" ${'é'.repeat((n * 37) % 700)}"`);
    const csv = `amount,name\n${lines.join('\n')}\nnot a number,last\n`;
    const tabs = await withFile(csv, (path) => bothWays(path, 'late.csv'));
    expect(tabs[0]?.[0].columns.map(({ type }) => type)).toEqual(['text', 'text']);
    expectSame(tabs);
  });

  test('are found by their ids before their values are read, also what was written meanwhile', async () => {
    const csv = `name\n${Array.from({ length: 500 }, (_, n) => `tea ${n}\n`).join('')}`;
    const [[ready] = []] = await withFile(csv, (path) => bothWays(path, 'teas.csv'));
    if (ready === undefined) throw new Error('There is no tab.');
    const id = ready.view().id(499);
    expect([...ready.view().find(id)]).toEqual([499]);
    ready.apply([{ kind: 'append', id: 'new', rowNumber: 502, values: ['Assam'] }], 2);
    await ready.applyInSteps([{ kind: 'update', id, rowNumber: 501, values: ['Darjeeling'] }], 3);
    expect([...ready.view().find('new'), ...ready.view().find(id)]).toEqual([500, 501]);
    expect(ready.isRead).toBe(false);
  });

  test('go on as others do when they are written to', async () => {
    const csv = `name\n${Array.from({ length: 500 }, (_, n) => `tea ${n}\n`).join('')}`;
    const tabs = await withFile(csv, (path) => bothWays(path, 'teas.csv'));
    for (const tab of tabs.flat()) {
      const id = tab.view().id(7);
      tab.apply([{ kind: 'append', id: 'new', rowNumber: 502, values: ['Assam'] }], 2);
      tab.apply([{ kind: 'update', id, rowNumber: 9, values: ['Darjeeling'] }], 3);
      tab.apply([{ kind: 'remove', id: tab.view().id(2), rowNumber: 4 }], 4);
      expect(
        tab
          .view()
          .rowJson(tab.view().find(id)[0] ?? -1)
          .toString(),
      ).toContain('Darjeeling');
    }
    expectSame(tabs);
  });
});

describe('room for rows that come ready', () => {
  const head = { columns: [columnOf('a')], rows: 2_000 };
  const gathered = (room: { left: number }) => {
    const rows = new GatheredRows(room);
    const json = roomOf(Buffer.from(`{"_id":"r_1","a":"${'x'.repeat(200)}"}`));
    for (let row = 2; row < 2_002; row += 1) rows.add(json, 0, json.bytes.length, row);
    return rows.end(head);
  };

  test('is shared by the tabs of a workbook; what does not fit is loaded when it is asked for', () => {
    const room = { left: 1.5 * MEBIBYTE };
    const first = gathered(room);
    expect(first?.parts.count).toBe(2_000);
    expect(room.left).toBe(1.5 * MEBIBYTE - (first?.bytes ?? 0));
    expect(gathered(room)).toBeUndefined();
    expect(room.left).toBeGreaterThan(0);
  });

  test('is not there where nobody wants them', async () => {
    const { tabs } = await withFile('a\n1\n', (path) => workers.run('importWorkbook', { path, fileName: 'a.csv' }));
    expect(tabs[0]?.derived.ready).toBeUndefined();
  });
});
