import type { ServedTab } from '../../../src/server/endpoints/engine/engine';
import { PlainTab } from '../../../src/server/endpoints/engine/plainTab';
import { CURSOR_LIFE, HeldViews } from '../../../src/server/endpoints/heldViews';

const MINUTE = 60_000;

function open(most = 100, budget = 1_000_000) {
  const clock = { now: 0 };
  return { clock, held: new HeldViews({ budget, most, now: () => clock.now }) };
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

test('bytes are counted once for each tab in memory', () => {
  const tab = tabOf(100);
  const { held } = open(100, tab.bytes * 2);
  const others = [tabOf(100), tabOf(100)];
  held.hold('a', tab, tab.view());
  held.hold('b', tab, tab.view());
  for (const [at, other] of others.entries()) held.hold(`other ${at}`, other, other.view());
  expect(['a', 'b', 'other 0', 'other 1'].map((id) => held.find(id, 1) !== undefined)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
