import fc, { type Arbitrary } from 'fast-check';
import type { RowChange, TabView } from '../../../../src/server/store/memory/engine';
import { PlainTab } from './plainTab';
import {
  loadServedTab,
  type StoredTab,
  type Tuning,
  defaultTuning,
} from '../../../../src/server/store/memory/storedTab';
import { runs } from '../../../fixtures/runs';
import { checkProperty } from '../../endpoints/generated/holds';
import { type Asked, questionsOf } from './generated/questions';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { type Changes, changesOf, columnOf, pack, packRows, rowsOf, type Shape, shapes } from './generated/tabs';
import { groupsIn } from './tabs';

const MAX_BYTES = 256 * 1024 * 1024;

/** Prints rows of a view, without their internal indexes. */
const rowsAt = (view: TabView, places: Uint32Array) =>
  [...places].map((place) => `${view.rowNumber(place)} ${view.rowJson(place).toString()}`).join('\n');

interface Pair {
  readonly plain: TabView;
  readonly stored: TabView;
}

/** Writes a page into a buffer that is filled with other bytes. */
function written(view: TabView, selection: Parameters<TabView['page']>[0]) {
  const rows = view.page(selection);
  const into = Buffer.allocUnsafe(rows.bytes + 20);
  into.fill('#');
  const end = rows.write(into, 10);
  return [rows.total, rows.count, end - 10 === rows.bytes, into.toString('utf8', 0, end)];
}

function expectSameAnswers({ where: condition, page, column, grouping }: Asked, { plain, stored }: Pair) {
  const where = condition(plain);
  const asked = { ...page(plain), where };
  const distinct = { by: [column], aggregates: [{ fn: 'count' as const }] };
  const of = (view: TabView) => {
    const { rowIndexes: places, total } = view.select(asked);
    return {
      asked,
      page: rowsAt(view, places),
      total,
      written: written(view, asked),
      lines: view.writeRows(places, '\n').toString(),
      listed: view.writeRows(places).toString(),
      column,
      distinct: groupsIn(view, distinct, where),
      grouping,
      groups: groupsIn(view, grouping, where),
    };
  };
  expect(of(stored)).toEqual(of(plain));
}

function expectSameRows([offset, limit]: readonly [number, number], { plain, stored }: Pair) {
  const ids = [...plain.all({})].slice(0, 20).map((place) => plain.id(place));
  const page = { offset: offset % (plain.rows + 3), limit: limit % (plain.rows + 3) };
  const of = (view: TabView) => {
    const found = ['twice', 'no', '__proto__', ...ids].map((id) => {
      const places = view.find(id);
      return [rowsAt(view, places), [...places].map((place) => [view.id(place), view.version(place)])];
    });
    return {
      rows: view.rows,
      revision: view.revision,
      all: rowsAt(view, view.all({})),
      found,
      page,
      written: written(view, page),
    };
  };
  expect(of(stored)).toEqual(of(plain));
}

/** When tails are merged into the indexes, and whether queries are always prepared. */
interface Way {
  readonly tuning: Tuning;
  readonly isPrepared: boolean;
}

const ways: Record<string, Way> = {
  'every index, long tails': {
    tuning: { ...defaultTuning, minTail: 1_000_000, maxTail: 1_000_000 },
    isPrepared: true,
  },
  'few indexes, short tails': { tuning: { minTail: 4, maxTail: 30, tailShare: 0, pauseFactor: 0 }, isPrepared: false },
  'every index, short tails': {
    tuning: { ...defaultTuning, minTail: 20, maxTail: 20, pauseFactor: 0 },
    isPrepared: true,
  },
};

/** Changes of a tab, and the queries after them. */
interface Round {
  readonly changes: readonly Changes[];
  readonly isLoadedAnew: boolean;
  readonly isSettled: boolean;
  /** Prepared before the last queries of the round. */
  readonly expected: Asked | undefined;
  readonly asked: readonly Asked[];
  readonly stretch: readonly [number, number];
  /** Chooses the former revision that is queried too. */
  readonly former: number;
}

/** The initial rows of a tab and its rounds. */
interface Life {
  readonly shape: Shape;
  readonly rows: RowChange[];
  readonly rounds: readonly Round[];
}

const roundsOf = (shape: Shape): Arbitrary<Round> =>
  fc.record({
    changes: fc.array(changesOf(shape, 12), { maxLength: 4 }),
    isLoadedAnew: fc.nat(3).map((n) => n === 0),
    isSettled: fc.boolean(),
    expected: fc.option(questionsOf(shape), { nil: undefined }),
    asked: fc.array(questionsOf(shape), { minLength: 4, maxLength: 8, size: 'max' }),
    stretch: fc.tuple(fc.nat(), fc.nat()),
    former: fc.nat(),
  });

const lives: Arbitrary<Life> = shapes.chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    rows: fc.oneof(rowsOf(shape, 0, 5), rowsOf(shape, 0, 60), rowsOf(shape, 260, 600)),
    rounds: fc.array(roundsOf(shape), { minLength: 2, maxLength: 6, size: 'max' }),
  }),
);

/** Prepares a page and the groups of a query. */
async function prepared({ plain, stored }: Pair, { where: condition, page, grouping }: Asked) {
  const where = condition(plain);
  await stored.prepare({ where, order: page(plain).order });
  await stored.prepare({ where, grouping });
}

async function checkRound(round: Round, pair: Pair, stored: StoredTab, isPrepared: boolean) {
  expectSameRows(round.stretch, pair);
  for (const [n, asked] of round.asked.entries()) {
    if (n === 2 && round.expected !== undefined) {
      await prepared(pair, round.expected);
      expectSameAnswers(round.expected, pair);
    }
    if (n === 3 && round.isSettled) await stored.settled();
    if (isPrepared) await prepared(pair, asked);
    expectSameAnswers(asked, pair);
  }
}

async function change(plain: PlainTab, stored: StoredTab, { changes, isSettled }: Round) {
  for (const made of changes) {
    const batch = made(plain.view());
    await plain.apply(batch, plain.revision + 1);
    if (isSettled) await stored.settled();
    await stored.apply(batch, plain.revision);
  }
}

/** Returns a former revision since the tab was loaded, if it exists. */
function formerPair(plain: PlainTab, known: StoredTab, seed: number): Pair | undefined {
  const revision = seed % (plain.revision + 1);
  const former = plain.viewAt(revision);
  const stored = known.viewAt(revision);
  return former && stored && { plain: former, stored };
}

async function checkLife({ shape, rows, rounds }: Life, { tuning, isPrepared }: Way) {
  const plain = new PlainTab(shape.columns);
  await plain.apply(rows, 1);
  const load = async () =>
    loadServedTab(await pack(plain.view()), { maxBytes: MAX_BYTES, tuning, revision: plain.revision });
  let stored = await load();
  let older: Pair | undefined;
  for (const [n, round] of rounds.entries()) {
    const pair = { plain: plain.view(), stored: stored.view() };
    await checkRound(round, pair, stored, isPrepared);
    if (older !== undefined) await checkRound(round, older, stored, isPrepared);
    const former = formerPair(plain, stored, round.former);
    if (former !== undefined) await checkRound(round, former, stored, isPrepared);
    if (n % 2 === 0) older = pair;
    if (round.isLoadedAnew) stored = await load();
    await change(plain, stored, round);
  }
}

describe('the served tab returns the same as plain arrays for any queries and changes', () => {
  test.each(Object.entries(ways))('%s', async (_name, way) => {
    await checkProperty(
      fc.asyncProperty(lives, (life) => checkLife(life, way)),
      5,
    );
  });
});

test.each([
  ['', 0],
  [', after the restore of an old backup', 2 ** 40],
])('a former revision does not include rows that were added and indexed later%s', async (_when, first) => {
  const tuning: Tuning = { minTail: 4, maxTail: 4, tailShare: 0, pauseFactor: 0 };
  const columns = [columnOf('a', 'integer')];
  const stored = await loadServedTab(await packRows(columns, []), { maxBytes: MAX_BYTES, tuning, revision: first });
  const order = [{ column: 0, descending: true }];
  for (let n = 0; n < 40; n += 1) {
    await stored.view().prepare({ order });
    await stored.apply([{ kind: 'append', id: `r_${n}`, row: n + 2, values: [n] }], first + n + 1);
    await stored.settled();
  }
  await stored.apply([{ kind: 'remove', id: 'r_39', row: 41 }], first + 41);
  for (const rows of [1, 7, 39, 40]) {
    const view = stored.viewAt(first + rows);
    await view?.prepare({ order });
    const { rowIndexes, total } = view?.select({ order, offset: 0, limit: 1 }) ?? {};
    expect([total, view?.rows, view?.value(rowIndexes?.[0] ?? -1, 0)]).toEqual([rows, rows, rows - 1]);
  }
  expect(stored.rows).toBe(39);
});

test('former values of a few long rows do not take more and more memory', async () => {
  const rows = Array.from({ length: 100 }, (_, n): PackedRow => [`r_${n}`, n + 2, 'short']);
  const stored = await loadServedTab(await packRows([columnOf('a')], rows), { maxBytes: MAX_BYTES });
  const { room } = stored;
  const change = (n: number, text: string) => stored.apply([{ kind: 'update', id: 'r_5', row: 7, values: [text] }], n);
  for (let n = 1; n <= 80; n += 1) await change(n, `${n}`.padEnd(1_000_000));
  await stored.settled();
  expect(stored.bytes).toBeLessThan(64 * 1024 * 1024);
  expect(room - stored.room).toBeGreaterThan(1_000_000);
  await change(81, 'short');
  expect(room - stored.room).toBeLessThan(10_000);
  expect(
    stored
      .view()
      .rowJson(stored.view().find('r_5')[0] ?? 0)
      .toString(),
  ).toContain('short');
});

/** Typical numbers of sheets, and any others. */
const numbers = fc.oneof(
  fc.tuple(fc.maxSafeInteger(), fc.nat(15)).map(([digits, decimals]) => Number(`${digits}e-${decimals}`)),
  fc.tuple(fc.integer(), fc.nat(4)).map(([digits, decimals]) => digits / 10 ** decimals),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

test('numbers are loaded to the last digit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(numbers, { minLength: 1, maxLength: 50 }), async (values) => {
      const columns = [columnOf('n', 'number')];
      const rows = values.map((value, at): PackedRow => [`r_${at}`, at + 2, value]);
      const tab = await loadServedTab(await packRows(columns, rows), { maxBytes: MAX_BYTES });
      const view = tab.view();
      expect([...view.all({})].map((row) => view.value(row, 0))).toEqual(values.map((value) => value + 0));
    }),
    { numRuns: runs(20) },
  );
});
