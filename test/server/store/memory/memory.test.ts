import { Memory, SharedCache } from '../../../../src/server/store/memory/memory';
import { collectGarbage } from '../../../fixtures/heldMemory';

function open(budget: number, own = budget) {
  const memory = new Memory(budget);
  const one = new SharedCache<string>(own, { memory });
  const other = new SharedCache<string>(own, { memory });
  /** Returns the cached values of some keys, in both caches. */
  const held = (...keys: string[]) => [one, other].flatMap((cache) => keys.flatMap((key) => cache.get(key) ?? []));
  return { memory, held, one, other };
}

test('the least recently used entry of all caches is evicted first', () => {
  const { memory, held, one, other } = open(30);
  one.set('a', 'a', 10);
  other.set('a', 'b', 10);
  one.set('c', 'c', 10);
  expect([one.get('a'), other.get('a')]).toEqual(['a', 'b']);
  other.set('d', 'd', 10);
  expect(held('a', 'c', 'd')).toEqual(['a', 'b', 'd']);
  expect([memory.bytes, one.bytes, other.bytes]).toEqual([30, 10, 20]);
});

test('each cache has its own budget too, and does not store larger values', () => {
  const { memory, held, one, other } = open(100, 20);
  for (const key of ['a', 'b', 'c']) one.set(key, key, 10);
  other.set('large', 'large', 21);
  expect(held('a', 'b', 'c', 'large')).toEqual(['b', 'c']);
  expect([memory.bytes, one.bytes, other.bytes]).toEqual([20, 20, 0]);
});

test('an entry that has grown evicts others when its size is updated', () => {
  const { memory, held, one, other } = open(30);
  other.set('b', 'b', 10);
  one.set('a', 'a', 10);
  one.updateRecentSizes(1, () => 25);
  expect(held('a', 'b')).toEqual(['a']);
  expect([memory.bytes, one.bytes]).toEqual([25, 25]);
  one.delete('a');
  expect([memory.bytes, one.bytes]).toEqual([0, 0]);
});

test('only the most recently used entries have their sizes updated, and their order stays', () => {
  const { memory, held, one } = open(60);
  for (const key of ['a', 'b', 'c']) one.set(key, key, 10);
  one.get('a');
  const weighed: string[] = [];
  const bytesOf = (value: string) => weighed.push(value) * 0 + 20;
  one.updateRecentSizes(2, bytesOf);
  expect([weighed.sort(), memory.bytes]).toEqual([['a', 'c'], 50]);
  one.set('d', 'd', 30);
  expect([held('b', 'c', 'a', 'd'), memory.bytes]).toEqual([['a', 'd'], 50]);
});

test('an entry that outgrows the budget is evicted, and others only as needed', () => {
  const { memory, held, one, other } = open(60, 40);
  other.set('b', 'b', 10);
  for (const key of ['a', 'c']) one.set(key, key, 10);
  one.updateRecentSizes(10, (value) => (value === 'a' ? 41 : 35));
  expect([held('a', 'b', 'c'), memory.bytes]).toEqual([['c', 'b'], 45]);
});

test('entries that are taken or deleted free their memory', () => {
  const memory = new Memory(100);
  const cache = new SharedCache<string>(100, { memory });
  for (const key of ['a', 'b', 'b2']) cache.set(key, key, 10);
  expect([cache.take('a'), cache.take('a'), memory.bytes]).toEqual(['a', undefined, 20]);
  cache.deleteWhere((key) => key.startsWith('b'));
  expect([cache.get('b'), memory.bytes]).toEqual([undefined, 0]);
});

test('entries that are unused for half an hour are evicted', () => {
  const { memory, held, one, other } = open(100, 100);
  one.set('used', 'used', 10);
  one.set('idle', 'idle', 10);
  other.set('idle', 'idle', 10);
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now');
  for (let minute = 1; minute <= 30; minute += 1) {
    expect(memory.bytes).toBe(30);
    clock.mockReturnValue(now + minute * 60_000);
    one.get('used');
    memory.evictIdle();
  }
  clock.mockRestore();
  expect([held('used', 'idle'), memory.bytes]).toEqual([['used'], 10]);
});

test('evicted entries free their memory', async () => {
  const kept = new SharedCache<object>(100, { memory: new Memory(1_000) });
  const first = new WeakRef({ text: 'the first' });
  kept.set('0', first.deref()!, 1);
  kept.updateRecentSizes(1, () => 1);
  for (let at = 1; at < 1_000; at += 1) kept.set(`${at}`, {}, 1);
  await collectGarbage();
  expect(first.deref()).toBeUndefined();
});

test('setting a key again counts it once', () => {
  const { memory, one } = open(30);
  for (const bytes of [10, 20, 15]) one.set('a', `a ${bytes}`, bytes);
  expect([memory.bytes, one.get('a')]).toEqual([15, 'a 15']);
});
