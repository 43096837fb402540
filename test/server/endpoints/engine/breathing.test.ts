import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBreathing } from '../../../../src/server/endpoints/engine/breathing';

let now = 0;

const pausing = (pauses: readonly unknown[]) => pauses.map((pause) => pause !== undefined);

beforeEach(async () => {
  await nextTurn();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('all long work of one turn of the event loop together has no more time than one alone', async () => {
  const [one, other] = [createBreathing(8), createBreathing(8)];
  now += 7;
  expect(pausing([one(), other()])).toEqual([false, false]);
  now += 1;
  expect(pausing([one(), other()])).toEqual([true, true]);
  await nextTurn();
  expect(pausing([one(), other()])).toEqual([false, false]);
});

test('work that comes later in a turn finds what is left of it', () => {
  const one = createBreathing(8);
  now += 6;
  const other = createBreathing(8);
  now += 2;
  expect(pausing([one(), other()])).toEqual([true, true]);
});
