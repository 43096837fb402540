import { setImmediate as nextTurn } from 'node:timers/promises';
import { createYielding } from '../../src/server/yieldToEventLoop';

let now = 0;

const pausing = (pauses: readonly unknown[]) => pauses.map((pause) => pause !== undefined);

/** Turns in which what a test left paused goes on to its end. */
const TURNS = 5;

beforeEach(async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('all long work of one turn of the event loop together has no more time than one alone', async () => {
  const [one, other] = [createYielding(), createYielding()];
  now += 3;
  expect(pausing([one(), other()])).toEqual([false, false]);
  now += 1;
  expect(pausing([one(), other()])).toEqual([true, true]);
  await nextTurn();
  expect(pausing([one(), other()])).toEqual([false, false]);
});

test('work that comes later in a turn finds what is left of it', () => {
  const one = createYielding();
  now += 2;
  const other = createYielding();
  now += 2;
  expect(pausing([one(), other()])).toEqual([true, true]);
});

test('each long work has as much time as any other', async () => {
  const steps = { one: 0, other: 0, third: 0 };
  const work = async (name: keyof typeof steps) => {
    const yielding = createYielding();
    while (steps.one < 60) {
      now += 1;
      steps[name] += 1;
      const pause = yielding();
      if (pause) await pause;
    }
  };
  await Promise.all([work('one'), work('other'), work('third')]);
  expect(Math.min(...Object.values(steps))).toBeGreaterThan(50);
});
