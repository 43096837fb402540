import { finalRows, type LoggedChange } from '../../../../src/server/store/log/logEntries';
import { followLog, rowChangesOf, tabBefore } from '../../../../src/server/store/log/readSince';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { columnOf, packRows } from '../memory/generated/tabs';

const loaded = async (type: 'integer' | 'text', rows: readonly PackedRow[]) =>
  loadServedTab(await packRows([columnOf('n', type)], rows), { maxBytes: 1e9 });

test('a log of many changed rows is read in small steps, so that a tab that is loaded does not block other requests', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n): PackedRow => [`r_${n}`, n + 2, n]);
  const log = rows.map(([, row, n]): LoggedChange => ({ kind: 'update', row, cells: [[0, -Number(n)]] }));
  const tab = tabBefore((await loaded('integer', rows)).view(), null);
  const changed = [...rowChangesOf(tab, finalRows(log), 5_001)].map((changes) => changes.length);
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(5_000);
  expect(Math.max(...changed)).toBeLessThanOrEqual(1_000);
});

test('a log that is too long to be read at once is applied part by part', async () => {
  const served = await loaded('text', [
    ['r_1', 2, 'first'],
    ['r_2', 3, 'second'],
  ]);
  const long = (n: number) => `${n}`.repeat(1 << 21);
  const log = [
    { kind: 'append', row: 4, id: 'r_3', cells: [[0, long(1)]] },
    { kind: 'update', row: 2, cells: [[0, long(2)]] },
    { kind: 'update', row: 4, cells: [[0, 'third']] },
    { kind: 'remove', row: 3 },
    { kind: 'append', row: 5, id: 'r_4', cells: [[0, long(3)]] },
    { kind: 'update', row: 2, cells: [[0, long(4)]] },
    { kind: 'append', row: 3, id: 'r_5', cells: [[0, 'again']] },
    { kind: 'remove', row: 5 },
  ] satisfies LoggedChange[];
  const texts = log.map((change) => JSON.stringify([[change]]));
  expect(await followLog(served, null, { log: texts, revision: 9 })).toBe(5);
  served.begin(9);
  const view = served.view();
  const rows = Array.from(view.all({}), (at) => [view.id(at), view.rowNumber(at), view.value(at, 0)]);
  expect(rows).toEqual([
    ['r_1', 2, long(4)],
    ['r_5', 3, 'again'],
    ['r_3', 4, 'third'],
  ]);
});
