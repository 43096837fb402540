import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from './writing';

const ROWS = 2_000;
const LIST = {
  name: 'list.csv',
  bytes: `n,name,open,note\n${Array.from({ length: ROWS }, (_, n) => `${n},row ${n},TRUE,plain\n`).join('')}`,
};

const test = beforeTests(() => buildTestApp());
const list = beforeTests(() => writable(test, LIST));
afterEach(() => jest.restoreAllMocks());

/** Mocks a clock that always says that a time slice is over: every chance to pause is taken. */
const hurry = () => {
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
};

/** Returns the visible state of the rows: the revision, their number, and the notes of the first and last. */
function seen() {
  const view = test.services.reading.tabs.current(list.tabId)?.view();
  if (view === undefined) return undefined;
  const notes = [0, view.rows - 1].map((offset) => {
    const [place] = view.rows === 0 ? [] : view.select({ offset, limit: 1 }).rowIndexes;
    return place === undefined ? null : view.value(place, 3);
  });
  return JSON.stringify([view.revision, view.rows, ...notes]);
}

/** Waits for work. @returns its result, the distinct states that were visible meanwhile, and the number of turns of the event loop */
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
  '%s by filter %s many rows in small steps, and publishes them at once',
  async (method, _does, body, after) => {
    await list.rows();
    const before = seen();
    hurry();
    const write = list.call(method, `?open=true&_max_affected=${ROWS}`, { body });
    const { answer, turns, seen: all } = await watch(write);
    jest.restoreAllMocks();
    expect([answer.status, answer.body.meta.count]).toEqual([200, ROWS]);
    expect(all).toEqual([before, after]);
    // The write is computed, stored, answered and published in steps: about 10,000 turns; without pauses, these are some 300.
    expect(turns).toBeGreaterThan(2_000);
    list.reload();
    await list.rows();
    expect(seen()).toBe(after);
  },
);
