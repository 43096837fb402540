import type { TabView } from '../../../../src/server/endpoints/engine/engine';
import { PlainTab } from '../../../../src/server/endpoints/engine/plainTab';
import { loadServedTab } from '../../../../src/server/endpoints/engine/servedTab';
import type { StoredTab } from '../../../../src/server/endpoints/engine/storedTab';
import { type Tuning, usualTuning } from '../../../../src/server/endpoints/engine/tuning';
import {
  createRandom,
  pack,
  pick,
  type Random,
  randomAggregates,
  randomChanges,
  randomCondition,
  randomOrder,
  randomRows,
  randomShape,
  type Shape,
} from './generated';

const MOST = 256 * 1024 * 1024;

/** What a view says of rows, without the places that it has given them. */
const rowsAt = (view: TabView, places: Uint32Array) =>
  [...places].map((place) => `${view.rowNumber(place)} ${view.rowJson(place).toString()}`).join('\n');

interface Pair {
  readonly plain: TabView;
  readonly stored: TabView;
}

function expectSameAnswers(random: Random, shape: Shape, { plain, stored }: Pair) {
  const where = random(8) === 0 ? undefined : randomCondition(random, shape, plain, random(3));
  const order = randomOrder(random, shape);
  const page = {
    where,
    order,
    offset: random(3) === 0 ? random(plain.rows + 5) : 0,
    limit: pick(random, [0, 1, 10, 100, 10_000]),
  };
  const column = random(shape.columns.length);
  const grouping = {
    by: shape.columns.map((_, at) => at).filter(() => random(3) === 0),
    aggregates: randomAggregates(random, shape),
  };
  const of = (view: TabView) => {
    const { places, total } = view.select(page);
    return { page: rowsAt(view, places), total, written: view.writeRows(places).toString() };
  };
  expect({ asked: page, ...of(stored) }).toEqual({ asked: page, ...of(plain) });
  expect({ where, distinct: stored.distinct(column, where) }).toEqual({
    where,
    distinct: plain.distinct(column, where),
  });
  expect({ where, grouping, groups: stored.group(grouping, where) }).toEqual({
    where,
    grouping,
    groups: plain.group(grouping, where),
  });
}

function expectSameRows(random: Random, { plain, stored }: Pair) {
  expect([stored.rows, stored.revision]).toEqual([plain.rows, plain.revision]);
  expect(rowsAt(stored, stored.all({}))).toEqual(rowsAt(plain, plain.all({})));
  const [offset, limit] = [random(plain.rows + 3), random(plain.rows + 3)];
  const pageOf = ({ count, data }: ReturnType<TabView['pageJson']>) => [count, data.toString()];
  expect(pageOf(stored.pageJson(offset, limit))).toEqual(pageOf(plain.pageJson(offset, limit)));
  const ids = [...plain.all({})].slice(0, 50).map((place) => plain.id(place));
  for (const id of ['twice', 'no', '__proto__', ...ids]) {
    const found = rowsAt(plain, plain.find(id));
    expect(rowsAt(stored, stored.find(id))).toEqual(found);
    const versions = (view: TabView) => [...view.find(id)].map((place) => [view.id(place), view.version(place)]);
    expect(versions(stored)).toEqual(versions(plain));
  }
}

const tunings: Record<string, Tuning> = {
  'every index at once': { ...usualTuning, leastTail: 1_000_000, mostTail: 1_000_000 },
  'no index before its time, short tails': {
    rowsAtOnce: 0,
    sortedAtOnce: 0,
    textsAtOnce: 0,
    leastTail: 4,
    mostTail: 30,
    tailShare: 0,
  },
  'as usual, short tails': { ...usualTuning, leastTail: 20, mostTail: 20 },
};

const cases = Object.keys(tunings).flatMap((name) =>
  [0, 3, 40, 330, 600].flatMap((rows) => [1, 2, 3].map((seed) => [name, rows, seed] as const)),
);

describe('the served tab answers as plain arrays do, whatever is asked and written', () => {
  test.each(cases)('%s, %i rows, seed %i', async (name, rows, seed) => {
    const tuning = tunings[name] ?? usualTuning;
    const random = createRandom(seed * 1000 + rows);
    const shape = randomShape(random);
    const plain = new PlainTab(shape.columns);
    plain.apply(randomRows(random, shape, rows), 1);
    const load = () => loadServedTab(pack(plain.view()), { most: MOST, revision: plain.revision, tuning });
    let stored: StoredTab = await load();
    let older: Pair | undefined;
    for (let round = 0; round < 7; round += 1) {
      const pair = { plain: plain.view(), stored: stored.view() };
      expectSameRows(random, pair);
      for (let n = 0; n < 7; n += 1) {
        expectSameAnswers(random, shape, pair);
        if (n === 2)
          await pair.stored.prepare({
            where: randomCondition(random, shape, pair.plain, 2),
            order: randomOrder(random, shape),
          });
        if (n === 4) await stored.settled();
      }
      if (older !== undefined) expectSameAnswers(random, shape, older);
      if (older !== undefined) expectSameRows(random, older);
      if (round % 3 === 0) older = pair;
      if (round % 4 === 3) stored = await load();
      for (let batch = random(4); batch >= 0; batch -= 1) {
        const changes = randomChanges(random, shape, plain.view(), random(12));
        plain.apply(changes, plain.revision + 1);
        stored.apply(changes, plain.revision);
      }
    }
  });
});
