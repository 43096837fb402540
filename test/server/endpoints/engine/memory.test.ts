import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Lru } from '../../../../src/server/endpoints/engine/lru';
import { Memory } from '../../../../src/server/endpoints/engine/memory';

function open(budget: number, own = budget) {
  const memory = new Memory(budget);
  const gone: string[] = [];
  const keeper = (name: string) => new Lru<string>(own, { memory, gone: (value) => gone.push(`${name} ${value}`) });
  return { memory, gone, one: keeper('one'), other: keeper('other') };
}

test('of all that is kept, what was not asked for the longest makes room, whosever it is', () => {
  const { memory, gone, one, other } = open(30);
  one.set('a', 'a', 10);
  other.set('a', 'b', 10);
  one.set('c', 'c', 10);
  expect([one.get('a'), other.get('a')]).toEqual(['a', 'b']);
  other.set('d', 'd', 10);
  expect(gone).toEqual(['one c']);
  expect([one.get('a'), one.get('c'), other.get('a'), other.get('d')]).toEqual(['a', undefined, 'b', 'd']);
  expect([memory.bytes, one.bytes, other.bytes]).toEqual([30, 10, 20]);
});

test('each keeps its own budget too, and what is larger than that not at all', () => {
  const { memory, gone, one, other } = open(100, 20);
  for (const key of ['a', 'b', 'c']) one.set(key, key, 10);
  other.set('large', 'large', 21);
  expect(gone).toEqual(['one a', 'other large']);
  expect([memory.bytes, one.bytes, other.bytes]).toEqual([20, 20, 0]);
});

test('what has grown pushes out others when it is weighed again', () => {
  const { memory, gone, one, other } = open(30);
  other.set('b', 'b', 10);
  one.set('a', 'a', 10);
  one.reweigh(() => 25);
  expect(gone).toEqual(['other b']);
  expect([memory.bytes, one.bytes]).toEqual([25, 25]);
  one.delete('a');
  expect([memory.bytes, one.bytes]).toEqual([0, 0]);
});

test('where few are weighed at once, all have their turn, and one may be weighed alone', () => {
  const { memory, one } = open(1_000);
  for (const key of ['a', 'b', 'c']) one.set(key, key, 10);
  const weighed: string[] = [];
  const bytesOf = (value: string) => weighed.push(value) * 0 + 20;
  one.reweigh(bytesOf, 2);
  expect([weighed, memory.bytes]).toEqual([['a', 'b'], 50]);
  one.delete('a');
  one.set('d', 'd', 10);
  for (let turn = 0; turn < 2; turn += 1) one.reweigh(bytesOf, 2);
  expect([weighed, memory.bytes]).toEqual([['a', 'b', 'c', 'b', 'c', 'd'], 60]);
  one.weigh('d', () => 5);
  one.weigh('a', () => 5);
  expect([memory.bytes, one.bytes]).toEqual([45, 45]);
});

test('what had to make room is held no longer', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept = new Lru<object>(100);
  const first = new WeakRef({ text: 'the first' });
  kept.set('0', first.deref()!, 1);
  kept.reweigh(() => 1, 1);
  for (let at = 1; at < 1_000; at += 1) kept.set(`${at}`, {}, 1);
  await new Promise((after) => setTimeout(after, 0));
  collect();
  expect(first.deref()).toBeUndefined();
});

test('setting a key again counts it once', () => {
  const { memory, gone, one } = open(30);
  for (const bytes of [10, 20, 15]) one.set('a', `a ${bytes}`, bytes);
  expect([memory.bytes, one.get('a'), gone]).toEqual([15, 'a 15', []]);
});
