import type { CellValue } from '../../../../src/contract/rows';
import type {
  Condition,
  Order,
  PageSelection,
  RowChange,
  TabView,
} from '../../../../src/server/endpoints/engine/engine';
import { PlainTab } from '../../../../src/server/endpoints/engine/plainTab';
import { createRoom } from '../../../../src/server/endpoints/engine/room';
import { loadServedTab } from '../../../../src/server/endpoints/engine/servedTab';
import type { StoredTab } from '../../../../src/server/endpoints/engine/storedTab';
import { usualTuning } from '../../../../src/server/endpoints/engine/tuning';
import { createRandom } from './generated/random';
import { columnOf, pack } from './generated/tabs';

const columns = [columnOf('City'), columnOf('Price', 'number'), columnOf('Day', 'date'), columnOf('Qty', 'integer')];
const cities = ['Oslo', 'Åre', '京都'];
const random = createRandom(11);

/** Some cells of every column are blank, and many are alike. */
const cell = (value: CellValue) => (random(15) === 0 ? null : value);

function rowAt(rowNumber: number): RowChange {
  const day = `2024-0${1 + random(9)}-1${random(10)}`;
  const values = [cell(cities[random(3)] ?? ''), cell(random(20) * 5), cell(day), cell(random(50))];
  return { kind: 'append', id: `r_${rowNumber}`, rowNumber, values };
}

const [city, price, day, qty] = [0, 1, 2, 3];
const bound = (column: number, op: 'gt' | 'gte' | 'lt' | 'lte', value: string | number): Condition => ({
  ...{ kind: 'compare', column, op, value },
});
const isCity = (value: string): Condition => ({ kind: 'compare', column: city, op: 'eq', value });
const isIn = (...values: string[]): Condition => ({ kind: 'in', column: city, values });
const all = (...parts: Condition[]): Condition => ({ kind: 'and', parts });

const conditions: Record<string, Condition | undefined> = {
  'no condition': undefined,
  'two bounds of a column': all(bound(price, 'gte', 30), bound(price, 'lt', 70)),
  'bounds with nothing between them': all(bound(price, 'gt', 60), bound(price, 'lt', 60)),
  'a bound above every number': bound(price, 'gt', Infinity),
  'an exclusive bound': bound(price, 'gt', 24.75),
  'bounds of two columns': all(bound(price, 'gt', 5), bound(qty, 'lte', 45)),
  'a value': isCity('Oslo'),
  'a value of numbers': { kind: 'compare', column: qty, op: 'eq', value: 7 },
  'any of several values': { kind: 'or', parts: [isIn('Oslo'), isIn('Oslo', 'Åre'), isIn('Oslo', '京都')] },
  'a blank': { kind: 'blank', column: price, is: true },
};

const by = (column: number, descending = false): Order => ({ column, descending });
const orders: readonly (readonly Order[])[] = [
  [],
  [{ column: '_row', descending: true }],
  [by(day, true)],
  [by(day)],
  [by(price, true)],
  [by(city), by(qty, true)],
];

/** A page as it is written at once, and as its rows are told. */
function told(view: TabView, selection: PageSelection) {
  const found = view.page(selection);
  const room = createRoom(found.bytes + 1);
  const page = room.bytes.toString('utf8', 0, found.write(room, 0));
  const { places, total } = view.select(selection);
  return { page, length: found.bytes, rows: view.writeRows(places).toString(), total };
}

/** Asks so often that whatever makes an answer quicker is made meanwhile. */
async function expectSamePages(plain: PlainTab, stored: StoredTab, where: Condition | undefined) {
  const asked = orders.flatMap((order) => [0, 40].map((offset) => ({ where, order, offset, limit: 25 })));
  const right = asked.map((selection) => ({ selection, ...told(plain.view(), selection) }));
  for (let time = 0; time < 3; time += 1) {
    expect(asked.map((selection) => ({ selection, ...told(stored.view(), selection) }))).toEqual(right);
    await stored.settled();
  }
}

const tuning = { ...usualTuning, asksBeforeCopy: 1, leastTail: 10_000, mostTail: 10_000 };

describe('pages along an index that is asked for often are the right ones', () => {
  const plain = new PlainTab(columns);
  let stored: StoredTab;

  beforeAll(async () => {
    const rows = Array.from({ length: 900 }, (_, n) => rowAt(2 * n + 2));
    plain.apply(rows, 1);
    stored = await loadServedTab(pack(plain.view()), { most: 64 * 1024 * 1024, revision: 1, tuning });
  });

  test.each(Object.keys(conditions))('%s', (name) => expectSamePages(plain, stored, conditions[name]));

  test('with rows written since, and rows that are gone', async () => {
    const written = [3, 701, 1_799, 4_000, 4_002].map(rowAt);
    const gone = Array.from({ length: 90 }, (_, n) => 20 * n + 2);
    const removed = gone.map((at): RowChange => ({ kind: 'remove', id: `r_${at}`, rowNumber: at }));
    for (const tab of [plain, stored]) tab.apply(written, 2);
    await expectSamePages(plain, stored, conditions['any of several values']);
    for (const tab of [plain, stored]) tab.apply(removed, 3);
    for (const where of Object.values(conditions)) await expectSamePages(plain, stored, where);
  });

  test('values in the order of an index are part of what a tab takes, and no more than they may be', async () => {
    const selection = { where: bound(price, 'gt', 1), order: [by(day)], offset: 0, limit: 25 };
    const bytesWith = async (alignedMost: number) => {
      const options = { most: 64 * 1024 * 1024, tuning: { ...tuning, copiesMost: 0, alignedMost } };
      const tab = await loadServedTab(pack(plain.view()), options);
      for (let time = 0; time < 4; time += 1) tab.view().page(selection);
      await tab.settled();
      return tab.bytes;
    };
    expect((await bytesWith(100_000)) - (await bytesWith(100))).toBe(plain.rows * 8);
  });
});
