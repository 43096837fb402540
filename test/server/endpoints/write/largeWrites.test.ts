import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { writable, type Writable } from './writing';

const ROWS = 10_000;
const LIST = {
  name: 'list.csv',
  bytes: `n,name,open,note\n${Array.from({ length: ROWS }, (_, n) => `${n},row ${n},TRUE,plain\n`).join('')}`,
};

let test: TestApp;
let list: Writable;
beforeAll(async () => {
  test = await buildTestApp();
  list = await writable(test, LIST);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

/** A clock that says that others have waited for long whenever it is looked at: every chance to pause is taken. */
const hurry = () => {
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
};

/** What is seen of the rows, in one look: the revision, and how many of the first and last of them are as before. */
function seen() {
  const view = test.services.reading.tabs.current(list.tabId)?.view();
  if (view === undefined) return undefined;
  const places = view.all({});
  const notes = [places[0], places.at(-1)].map((place) => (place === undefined ? null : view.value(place, 3)));
  return JSON.stringify([view.revision, view.rows, ...notes]);
}

/** Does something; what was seen meanwhile, each once, and in how many turns of the loop. */
async function watch<T>(work: Promise<T>) {
  const all = new Set<string | undefined>();
  let turns = 0;
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    await nextTurn();
    turns += 1;
    all.add(seen());
  }
  return { answer: await done, turns, seen: [...all] };
}

it.each([
  ['PATCH', 'changes', { note: 'changed' }, JSON.stringify([2, ROWS, 'changed', 'changed'])],
  ['DELETE', 'removes', undefined, JSON.stringify([3, 0, null, null])],
] as const)(
  '%s by filter %s ten thousand rows in small steps, seen all at once',
  async (method, _does, body, after) => {
    await list.rows();
    const before = seen();
    hurry();
    const write = list.call(method, `?open=true&_max_affected=${ROWS}`, { body });
    const { answer, turns, seen: all } = await watch(write);
    jest.restoreAllMocks();
    expect([answer.status, answer.body.meta.count]).toEqual([200, ROWS]);
    expect(all).toEqual([before, after]);
    // It is worked out, written down, answered and made visible in steps of 128 or 256 rows each.
    expect(turns).toBeGreaterThan(200);
    list.reload();
    await list.rows();
    expect(seen()).toBe(after);
  },
);
