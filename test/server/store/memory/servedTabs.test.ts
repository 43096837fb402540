import { compared, type RowsAt } from '../../../../src/server/store/memory/engine';
import { Memory, SharedCache } from '../../../../src/server/store/memory/memory';
import { ServedTabs } from '../../../../src/server/store/memory/servedTabs';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { packTexts } from './tabs';

const packed = (rows: number, text = 'x') =>
  packTexts(
    ['a'],
    Array.from({ length: rows }, (_, n): PackedRow => [`r_${n}`, n + 2, `${text}${n}`]),
  );

/** Creates a cache of tabs of about 200 KiB each in memory. */
function open(budget: number, loadsAtOnce?: number) {
  const reads: string[] = [];
  const waiting: (() => void)[] = [];
  const state = { hold: false, atOnce: 0, most: 0 };
  const read = async (snapshot: string) => {
    reads.push(snapshot);
    state.atOnce += 1;
    state.most = Math.max(state.most, state.atOnce);
    if (state.hold) await new Promise<void>((resolve) => waiting.push(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    state.atOnce -= 1;
    if (snapshot === 'missing') throw new Error('There is no blob missing.');
    return packed(snapshot === 'huge' ? 20_000 : 1000);
  };
  const release = () => waiting.splice(0).forEach((resolve) => resolve());
  return {
    tabs: new ServedTabs({ read, memory: new Memory(budget), ...(loadsAtOnce !== undefined && { loadsAtOnce }) }),
    reads,
    state,
    release,
  };
}

const KIBIBYTE = 1024;

test('a tab is loaded once, for concurrent and later requests', async () => {
  const { tabs, reads } = open(1000 * KIBIBYTE);
  const [one, two] = await Promise.all([tabs.get({ id: 't', snapshot: 's' }), tabs.get({ id: 't', snapshot: 's' })]);
  expect(one).toBe(two);
  expect(await tabs.get({ id: 't', snapshot: 's' })).toBe(one);
  expect(reads).toEqual(['s']);
});

test('new rows of a tab replace the old ones', async () => {
  const { tabs, reads } = open(100_000 * KIBIBYTE);
  await tabs.get({ id: 't', snapshot: 'old' });
  await tabs.get({ id: 't', snapshot: 'new' });
  await tabs.get({ id: 't', snapshot: 'new' });
  await tabs.get({ id: 't', snapshot: 'old' });
  expect(reads).toEqual(['old', 'new', 'old']);
});

test('the least recently used tab is evicted', async () => {
  const { bytes } = await open(1000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
  const { tabs, reads } = open(bytes * 2.5);
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await tabs.get({ id, snapshot: id });
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

test('a failure rejects all requests for the tab, and is not cached', async () => {
  const { tabs, reads } = open(1000 * KIBIBYTE);
  const asked = [tabs.get({ id: 't', snapshot: 'missing' }), tabs.get({ id: 't', snapshot: 'missing' })];
  for (const one of asked) await expect(one).rejects.toThrow('There is no blob missing.');
  await expect(tabs.get({ id: 't', snapshot: 'missing' })).rejects.toThrow('There is no blob missing.');
  expect(reads).toEqual(['missing', 'missing']);
  expect((await tabs.get({ id: 't', snapshot: 'there' })).rows).toBe(1000);
});

test('a tab that grows during queries evicts others', async () => {
  const { bytes } = await open(100_000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
  const { tabs, reads } = open(bytes * 2 + 1_000);
  for (const id of ['a', 'b']) await tabs.get({ id, snapshot: id });
  const where = compared(0, 'eq', 'x1');
  const view = () => tabs.peek({ id: 'b', snapshot: 'b' })?.view();
  const ask = () => view()?.page({ where, offset: 0, limit: 9 }).total;
  await view()?.prepare({ where });
  for (let time = 0; time < 60_000; time += 1) ask();
  expect(ask()).toBe(1);
  expect(tabs.peek({ id: 'a', snapshot: 'a' })).toBeUndefined();
  expect(reads).toEqual(['a', 'b']);
});

test('a tab larger than the budget is refused with a sentence, and read only once', async () => {
  const { tabs, reads } = open(1024 * KIBIBYTE);
  for (let time = 0; time < 3; time += 1) {
    await expect(tabs.get({ id: 't', snapshot: 'huge' })).rejects.toMatchObject({
      code: 'too_large',
      detail: 'This sheet takes more than 1 MB of memory, the most this server keeps for one.',
    });
  }
  expect(reads).toEqual(['huge']);
});

test('the number of concurrent loads is limited', async () => {
  const { tabs, state, release } = open(100_000 * KIBIBYTE, 2);
  state.hold = true;
  const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => tabs.get({ id, snapshot: id })));
  await new Promise((resolve) => setImmediate(resolve));
  expect(state.atOnce).toBe(2);
  state.hold = false;
  release();
  expect((await all).map(({ rows }) => rows)).toEqual([1000, 1000, 1000, 1000, 1000]);
  expect(state.most).toBe(2);
});

describe('a write', () => {
  const append = (n: number) => ({
    changes: [{ kind: 'append' as const, id: `new_${n}`, row: 5000 + n, values: [`new ${n}`] }],
    revision: n,
  });

  test('is visible at once in a cached tab, each revision once', async () => {
    const { tabs } = open(100_000 * KIBIBYTE);
    const tab = await tabs.get({ id: 't', snapshot: 's', revision: 3 });
    for (const revision of [2, 3, 4, 4, 5]) await tabs.apply('t', append(revision));
    expect([tab.rows, tab.revision]).toEqual([1002, 5]);
  });

  test('is not lost while the tab is being loaded', async () => {
    const { tabs, state, release } = open(100_000 * KIBIBYTE);
    state.hold = true;
    const loading = tabs.get({ id: 't', snapshot: 's', revision: 3 });
    await new Promise((resolve) => setImmediate(resolve));
    await tabs.apply('t', append(4));
    release();
    await tabs.apply('t', append(5));
    const tab = await loading;
    expect([tab.rows, tab.revision]).toEqual([1002, 5]);
  });

  test('is kept by a new snapshot of the same rows, which is adopted without loading', async () => {
    const { tabs, reads } = open(100_000 * KIBIBYTE);
    const tab = await tabs.get({ id: 't', snapshot: 's' });
    await tabs.apply('t', append(1));
    tabs.rename('t', 'another', 'wrong');
    tabs.rename('t', 's', 'folded');
    expect(await tabs.get({ id: 't', snapshot: 'folded' })).toBe(tab);
    expect(tabs.peek({ id: 't', snapshot: 's' })).toBe(tab);
    tabs.rename('t', 'folded', 'again');
    expect(tabs.peek({ id: 't', snapshot: 's' })).toBeUndefined();
    expect(reads).toEqual(['s']);
  });

  test('makes a tab larger, so that others are evicted', async () => {
    const { bytes } = await open(100_000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
    const { tabs, reads } = open(bytes * 3);
    for (const id of ['a', 'b']) await tabs.get({ id, snapshot: id });
    const changes = Array.from({ length: 1200 }, (_, n) => append(n).changes).flat();
    await tabs.apply('b', { changes, revision: 1 });
    expect(tabs.peek({ id: 'a', snapshot: 'a' })).toBeUndefined();
    expect(reads).toEqual(['a', 'b']);
  });
});

const firstOf = (rows: RowsAt | undefined) => rows?.view.rowJson(rows.view.all({})[0] ?? -1).toString();

test('former revisions are served from memory until they are evicted', async () => {
  const memory = new Memory(100_000 * KIBIBYTE);
  const tabs = new ServedTabs({ read: async (snapshot) => packed(1000, snapshot), memory });
  const tab = await tabs.get({ id: 't', snapshot: 'old', revision: 1 });
  expect([tabs.at('t', 0), tabs.at('u', 1)]).toEqual([undefined, undefined]);
  await tabs.apply('t', { changes: [{ kind: 'remove', id: 'r_0', row: 2 }], revision: 2 });
  expect([1, 2].map((revision) => firstOf(tabs.at('t', revision)))).toEqual([
    '{"_id":"r_0","a":"old0"}',
    '{"_id":"r_1","a":"old1"}',
  ]);
  const before = tabs.at('t', 1);
  await tabs.get({ id: 't', snapshot: 'new', revision: 3 });
  await tabs.loadFormer({ id: 't', revision: 0 }, await packed(1000, 'elder'), async () => undefined);
  expect([tabs.at('t', 1)?.served, tabs.at('t', 1)?.view.rows, before?.view.rows]).toEqual([tab, 1000, 1000]);
  expect([0, 1, 2, 3].map((revision) => firstOf(tabs.at('t', revision)))).toEqual([
    '{"_id":"r_0","a":"elder0"}',
    '{"_id":"r_0","a":"old0"}',
    '{"_id":"r_1","a":"old1"}',
    '{"_id":"r_0","a":"new0"}',
  ]);
  const others = new SharedCache<string>(memory.budget, { memory });
  others.set('large', '', memory.budget);
  expect([0, 1, 2, 3].map((revision) => tabs.at('t', revision))).toEqual(Array(4).fill(undefined));
});
