import type { StoredTab } from '../../../../src/server/endpoints/engine/storedTab';
import { createRoom } from '../../../../src/server/endpoints/engine/room';
import { loadServedTab } from '../../../../src/server/endpoints/engine/servedTab';
import { usualTuning } from '../../../../src/server/endpoints/engine/tuning';
import { MEBIBYTE, packTexts } from './tabs';

const cities = ['Oslo', 'Åre', 'Łódź', '京都', 'x'.repeat(600)];
const rows = Array.from({ length: 3_000 }, (_, at): [string, number, string] => [
  `r_${at + 2}`,
  at + 2,
  cities[(at * 7919) % cities.length] ?? '',
]);
const packed = packTexts(['City'], rows);

const load = (copiesMost = MEBIBYTE * 8) =>
  loadServedTab(packed, { most: MEBIBYTE * 16, tuning: { ...usualTuning, asksBeforeCopy: 3, copiesMost } });

function page(tab: StoredTab, city: string, limit = 50): string {
  const where = { kind: 'compare', column: 0, op: 'eq', value: city } as const;
  const found = tab.view().page({ where, offset: 20, limit });
  const room = createRoom(found.bytes + 1);
  return room.bytes.toString('utf8', 0, found.write(room, 0));
}

async function askOften(tab: StoredTab, limit?: number): Promise<string[]> {
  const pages = [];
  for (let time = 0; time < 6; time += 1) {
    pages.push(cities.map((city) => page(tab, city, limit)).join());
    await tab.settled();
  }
  return pages;
}

test('rows that are asked for often in an order are copied in that order, and stay what they are', async () => {
  const tab = await load();
  page(tab, 'Oslo');
  const before = tab.bytes;
  const [first = '', ...later] = await askOften(tab);
  expect(JSON.parse(`[${first}]`)).toHaveLength(50 * cities.length);
  expect(new Set(later)).toEqual(new Set([first]));
  const ofRows = rows.reduce(
    (sum, [id, , city]) => sum + Buffer.byteLength(JSON.stringify({ _id: id, City: city })) + 1,
    0,
  );
  expect(tab.bytes - before).toBe(ofRows + 64 * 1024 + (rows.length + 1) * 4);
});

test.each<[string, number | undefined, number | undefined]>([
  ['that would take too much memory', 100_000, undefined],
  ['of a few rows at a time', undefined, 5],
])('there is no copy %s', async (_what, copiesMost, limit) => {
  const tab = await load(copiesMost);
  page(tab, 'Oslo');
  const before = tab.bytes;
  expect(new Set(await askOften(tab, limit)).size).toBe(1);
  expect(tab.bytes).toBe(before);
});
