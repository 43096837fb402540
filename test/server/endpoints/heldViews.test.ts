import type { ServedTab } from '../../../src/server/store/memory/engine';
import { Memory, SharedCache } from '../../../src/server/store/memory/memory';
import { PlainTab } from '../store/memory/plainTab';
import { CURSOR_LIFE, HeldViews } from '../../../src/server/endpoints/heldViews';

const MINUTE = 60_000;

function open(most = 100, budget = 1_000_000) {
  const clock = { now: 0 };
  const memory = new Memory(budget);
  return { clock, memory, held: new HeldViews({ memory, most, now: () => clock.now }) };
}

/** A tab with some rows, at its first revision. */
function tabOf(rows: number): ServedTab {
  const tab = new PlainTab([]);
  tab.apply(
    Array.from({ length: rows }, (_, at) => ({ kind: 'append', id: `r_${at}`, rowNumber: at + 2, values: [] })),
    1,
  );
  return tab;
}

test('a view is found for ten minutes after it was last held', () => {
  const { clock, held } = open();
  const tab = tabOf(1);
  const view = tab.view();
  held.hold('t', tab, view);
  clock.now += 9 * MINUTE;
  expect(held.find('t', 1)?.view).toBe(view);
  held.hold('t', tab, view);
  clock.now += CURSOR_LIFE;
  expect(held.find('t', 1)?.view).toBe(view);
  clock.now += MINUTE;
  expect(held.find('t', 1)).toBeUndefined();
});

test('by tab and by revision', () => {
  const { held } = open();
  const tab = tabOf(2);
  const first = tab.view();
  held.hold('t', tab, first);
  tab.apply([{ kind: 'remove', id: 'r_0', rowNumber: 2 }], 2);
  held.hold('t', tab, tab.view());
  expect([held.find('t', 1)?.view.rows, held.find('t', 2)?.view.rows]).toEqual([2, 1]);
  expect(held.find('t', 3)).toBeUndefined();
  expect(held.find('u', 1)).toBeUndefined();
});

test('those that were held the longest make room', () => {
  const { clock, held } = open(2);
  const tab = tabOf(1);
  for (const id of ['a', 'b', 'a', 'c']) {
    clock.now += MINUTE;
    held.hold(id, tab, tab.view());
  }
  expect(['a', 'b', 'c'].map((id) => held.find(id, 1) !== undefined)).toEqual([true, false, true]);
});

test('rows that were replaced share the memory of everything else, once however often they are held', () => {
  const [first, second, third] = [tabOf(100), tabOf(100), tabOf(100)];
  const { held, memory } = open(100, first.bytes * 2);
  const kept = new SharedCache<string>(memory.budget, { memory });
  for (const [id, tab] of Object.entries({ a: first, b: first, c: second, d: third })) held.hold(id, tab, tab.view());
  expect(memory.bytes).toBe(0);
  for (const tab of [first, second]) held.keep(tab);
  expect(memory.bytes).toBe(first.bytes * 2);
  const found = () => ['a', 'b', 'c', 'd'].map((id) => held.find(id, 1) !== undefined);
  expect(held.find('b', 1)).toBeDefined();
  kept.set('an answer', 'x', 10);
  expect(found()).toEqual([true, true, false, true]);
  held.release(third);
  expect(found()).toEqual([true, true, false, false]);
  held.release(first);
  expect([found(), memory.bytes]).toEqual([[false, false, false, false], 10]);
});
