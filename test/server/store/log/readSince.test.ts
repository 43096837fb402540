import type { LoggedChange } from '../../../../src/server/store/log/logEntries';
import { rowChangesIn, snapshotTabOf } from '../../../../src/server/store/log/readSince';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { columnOf, packRows } from '../memory/generated/tabs';

const ROWS = 5_000;

test('a log of many changed rows is read in small steps, so that a tab that is loaded does not block other requests', async () => {
  const rows = Array.from({ length: ROWS }, (_, n): PackedRow => [`r_${n}`, n + 2, n]);
  const served = await loadServedTab(await packRows([columnOf('n', 'integer')], rows), { maxBytes: 1e9 });
  const update = (n: number): LoggedChange => ({ kind: 'update', row: n + 2, cells: [[0, -n]] });
  const log = Array.from({ length: ROWS / 100 }, (_, at) =>
    JSON.stringify([Array.from({ length: 100 }, (_, n) => update(at * 100 + n))]),
  );
  const steps = [...rowChangesIn(snapshotTabOf(served.view(), null), log)];
  const changed = steps.map(({ changes }) => changes.length);
  expect(changed.reduce((sum, count) => sum + count, 0)).toBe(ROWS);
  expect(Math.max(...changed)).toBeLessThanOrEqual(1_000);
  expect(Math.max(...steps.map(({ lastRow }) => lastRow))).toBe(ROWS + 1);
});
