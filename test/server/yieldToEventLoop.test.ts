import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createYielding, inChunks } from '../../src/server/yieldToEventLoop';

let now = 0;

const pausing = (pauses: readonly unknown[]) => pauses.map((pause) => pause !== undefined);

/** Turns of the event loop in which work that a test left paused can finish. */
const TURNS = 5;

beforeEach(async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('a chunk of records ends before it is long, however short those before were', async () => {
  const lengths = Array.from({ length: 600 }, (_, record) => (record < 500 ? 10 : 100_000));
  const chunks: number[] = [];
  const piece = (from: number, to: number) => {
    chunks.push(to - from);
    return Buffer.alloc(lengths.slice(from, to).reduce((sum, length) => sum + length, 0));
  };
  let bytes = 0;
  for await (const chunk of inChunks(lengths.length, piece, (record) => lengths[record]!)) bytes += chunk.length;
  expect(bytes).toBe(10_005_000);
  expect(chunks.slice(0, 3)).toEqual([32, 470, 2]);
});

test('all long work in one turn of the event loop shares one time slice', async () => {
  const [one, other] = [createYielding(), createYielding()];
  now += 3;
  expect(pausing([one(), other()])).toEqual([false, false]);
  now += 1;
  expect(pausing([one(), other()])).toEqual([true, true]);
  await nextTurn();
  expect(pausing([one(), other()])).toEqual([false, false]);
});

test('work that begins later in a turn gets the rest of the slice', () => {
  const one = createYielding();
  now += 2;
  const other = createYielding();
  now += 2;
  expect(pausing([one(), other()])).toEqual([true, true]);
});

test('concurrent long work gets equal time', async () => {
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

test('work in progress keeps a slice of its own, however much begins in each turn', async () => {
  const arriving = (async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      createYielding();
      now += 4;
      await nextTurn();
    }
  })();
  let isOver = false;
  void arriving.then(() => (isOver = true));
  const yielding = createYielding();
  const done = { steps: 0, pauses: 0 };
  while (!isOver) {
    now += 1;
    done.steps += 1;
    const pause = yielding();
    if (pause === undefined) continue;
    done.pauses += 1;
    await pause;
  }
  expect(done.steps / done.pauses).toBeGreaterThan(3);
});

test('new connections are answered after a few pieces of work', async () => {
  const server = createServer((_, answer) => answer.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const yielding = createYielding();
  let pieces = 0;
  let answered = 0;
  const ask = async () => {
    await (await fetch(`http://127.0.0.1:${port}`)).arrayBuffer();
    answered += 1;
  };
  const asking = Array.from({ length: 40 }, ask);
  while (answered < asking.length) {
    now += 4;
    pieces += 1;
    await yielding();
  }
  expect(pieces).toBeLessThan(25);
  await Promise.all(asking);
  server.closeAllConnections();
  server.close();
});
