import type { Column } from '../../../../src/contract/rows';
import type { FoundRows } from '../../../../src/server/endpoints/engine/engine';
import { Memory } from '../../../../src/server/endpoints/engine/memory';
import { roomOf } from '../../../../src/server/endpoints/engine/room';
import { ServedTabs } from '../../../../src/server/endpoints/engine/servedTabs';
import { createPackedRows } from '../../../../src/server/normalise/packedRows';

const a: Column = {
  key: 'a',
  header: 'a',
  slug: 'a',
  type: 'text',
  nullable: true,
  unique: false,
  examples: [],
  cell: 'A1',
};

function packed(rows: number, text = 'x') {
  const writer = createPackedRows([a]);
  for (let n = 0; n < rows; n += 1) writer.add([`r_${n}`, n + 2, `${text}${n}`]);
  return writer.finish({ columns: [a], rows });
}

/** Tabs of about 200 KiB each in memory. */
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

test('a tab is loaded once, however many ask at the same time and after', async () => {
  const { tabs, reads } = open(1000 * KIBIBYTE);
  const [one, two] = await Promise.all([tabs.get({ id: 't', snapshot: 's' }), tabs.get({ id: 't', snapshot: 's' })]);
  expect(one).toBe(two);
  expect(await tabs.get({ id: 't', snapshot: 's' })).toBe(one);
  expect(reads).toEqual(['s']);
});

test('new rows of a tab take the place of the old ones', async () => {
  const { tabs, reads } = open(100_000 * KIBIBYTE);
  await tabs.get({ id: 't', snapshot: 'old' });
  await tabs.get({ id: 't', snapshot: 'new' });
  await tabs.get({ id: 't', snapshot: 'new' });
  await tabs.get({ id: 't', snapshot: 'old' });
  expect(reads).toEqual(['old', 'new', 'old']);
});

test('the tab that was not asked for the longest makes room', async () => {
  const { bytes } = await open(1000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
  const { tabs, reads } = open(bytes * 2.5);
  for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await tabs.get({ id, snapshot: id });
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
});

test('a failure is told to all who ask, and is not kept', async () => {
  const { tabs, reads } = open(1000 * KIBIBYTE);
  const asked = [tabs.get({ id: 't', snapshot: 'missing' }), tabs.get({ id: 't', snapshot: 'missing' })];
  for (const one of asked) await expect(one).rejects.toThrow('There is no blob missing.');
  await expect(tabs.get({ id: 't', snapshot: 'missing' })).rejects.toThrow('There is no blob missing.');
  expect(reads).toEqual(['missing', 'missing']);
  expect((await tabs.get({ id: 't', snapshot: 'there' })).rows).toBe(1000);
});

test('a tab that grows while it is asked makes others go, without another being loaded', async () => {
  const { bytes } = await open(100_000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
  const { tabs, reads } = open(bytes * 2 + 1_000);
  for (const id of ['a', 'b']) await tabs.get({ id, snapshot: id });
  const where = { kind: 'compare', column: 0, op: 'eq', value: 'x1' } as const;
  const ask = () => tabs.peek({ id: 'b', snapshot: 'b' })?.view().page({ where, offset: 0, limit: 9 }).total;
  for (let time = 0; time < 60_000; time += 1) ask();
  expect(ask()).toBe(1);
  expect(tabs.peek({ id: 'a', snapshot: 'a' })).toBeUndefined();
  expect(reads).toEqual(['a', 'b']);
});

test('a tab larger than the budget is refused', async () => {
  const { tabs } = open(1000 * KIBIBYTE);
  await expect(tabs.get({ id: 't', snapshot: 'huge' })).rejects.toMatchObject({ code: 'too_large' });
});

test('only so many are loaded at the same time', async () => {
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

const wanted = { where: { kind: 'compare', column: 0, op: 'eq', value: 'x7' }, offset: 0, limit: 9 } as const;

test('rows can be answered as they are before their values are read', async () => {
  const { tabs, reads } = open(100_000 * KIBIBYTE);
  const asked = { id: 't', snapshot: 's', revision: 1 };
  const [rows, again] = await Promise.all([tabs.rows(asked, 100), tabs.rows(asked, 100)]);
  expect(tabs.peek(asked)).toBeUndefined();
  expect(rows.view().writeRows([0, 999]).toString()).toBe('{"_id":"r_0","a":"x0"},{"_id":"r_999","a":"x999"}');
  expect(again).toBe(rows);
  expect(await tabs.get(asked)).toBe(rows);
  expect([tabs.peek(asked), await tabs.rows(asked, 100)]).toEqual([rows, rows]);
  expect([rows.view().page(wanted).total, reads]).toEqual([1, ['s']]);
});

test('whoever asks for values before they are read gets them all the same, of rows that were written too', async () => {
  const { tabs } = open(100_000 * KIBIBYTE);
  const asked = { id: 't', snapshot: 's', revision: 1 };
  const rows = await tabs.rows(asked, 100);
  const values = ['x7'];
  tabs.apply('t', { changes: [{ kind: 'update', id: 'r_1', rowNumber: 3, values }], revision: 2 });
  expect(rows.view().page(wanted).total).toBe(2);
  tabs.apply('t', { changes: [{ kind: 'append', id: 'new', rowNumber: 5000, values }], revision: 3 });
  const whole = await tabs.get(asked);
  expect([whole.view().page(wanted).total, whole.revision]).toEqual([3, 3]);
});

test('a tab that is forgotten while its values are read is loaded anew, and the end of both can be waited for', async () => {
  const { tabs, reads } = open(1000 * KIBIBYTE);
  const asked = { id: 't', snapshot: 's' };
  const early = await tabs.rows(asked, 100);
  tabs.forget('t');
  const [anew] = await Promise.all([tabs.get(asked), tabs.loaded('t')]);
  expect(anew).not.toBe(early);
  expect(reads).toEqual(['s', 's']);
  expect(tabs.peek(asked)).toBe(anew);
});

test('a tab whose values do not fit is refused, and not kept', async () => {
  const { tabs: roomy } = open(100_000 * KIBIBYTE);
  const asked = { id: 't', snapshot: 's' };
  const { bytes } = await roomy.rows(asked, 100);
  const { tabs } = open((bytes + (await roomy.get(asked)).bytes) / 2);
  expect((await tabs.rows(asked, 100)).rows).toBe(1000);
  await expect(tabs.get(asked)).rejects.toMatchObject({ code: 'too_large' });
  expect(tabs.peek(asked)).toBeUndefined();
});

describe('the first rows of a tab that is still being loaded', () => {
  const ROWS = 4000;
  const asked = { id: 't', snapshot: 's', revision: 3 };
  const first = { offset: 0, limit: 2 };
  const text = 'x'.repeat(1000);

  /** A tab of several blocks, whose second half comes when it is let go on. */
  function halved(isAsSnapshot = true, end = (rest: Buffer) => rest) {
    const bytes = packed(ROWS, text);
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    async function* read() {
      yield bytes.subarray(0, bytes.length / 2);
      await gate;
      yield end(bytes.subarray(bytes.length / 2));
    }
    const left: boolean[] = [];
    const tabs = new ServedTabs({
      ...{ read, memory: new Memory(100_000 * KIBIBYTE), left: (_tab, isGone) => left.push(isGone) },
      isAsSnapshot: async () => isAsSnapshot,
    });
    return { tabs, goOn, left };
  }

  const textOf = (page: FoundRows) => {
    const room = roomOf(Buffer.alloc(page.bytes + 8));
    return room.bytes.toString('utf8', 0, page.write(room, 0));
  };

  const isThere = async (tab: Promise<unknown>) =>
    (await Promise.race([tab, new Promise((resolve) => setTimeout(resolve, 50, 'not there'))])) !== 'not there';

  test('are answered before the others are there, with the number of all', async () => {
    const { tabs, goOn } = halved();
    const tab = await tabs.rows(asked, 2);
    const view = tab.view();
    const page = view.page(first);
    expect([page.count, page.total, view.rows, view.revision]).toEqual([2, ROWS, ROWS, 3]);
    expect(textOf(page)).toBe(`{"_id":"r_0","a":"${text}0"},{"_id":"r_1","a":"${text}1"}`);
    expect(tabs.peek(asked)).toBeUndefined();
    goOn();
    expect(await tabs.get(asked)).toBe(tab);
    expect([tab.view(), tab.rows]).toEqual([view, ROWS]);
    expect(textOf(view.page({ offset: ROWS - 1, limit: 2 }))).toBe(`{"_id":"r_3999","a":"${text}3999"}`);
    expect(view.page({ ...wanted, where: { ...wanted.where, value: `${text}7` } }).total).toBe(1);
  });

  test('are waited for where they are not among those', async () => {
    const { tabs, goOn } = halved();
    const [early, late] = [tabs.rows(asked, 2), tabs.rows(asked, ROWS)];
    await early;
    expect(await isThere(late)).toBe(false);
    goOn();
    expect(await late).toBe(await early);
  });

  test('are not given out where something was written since the snapshot', async () => {
    const { tabs, goOn } = halved(false);
    const rows = tabs.rows(asked, 2);
    expect(await isThere(rows)).toBe(false);
    goOn();
    expect((await rows).rows).toBe(ROWS);
  });

  test('are not given out once something is written meanwhile', async () => {
    const { tabs, goOn } = halved();
    const before = await tabs.rows(asked, 2);
    const view = before.view();
    tabs.apply('t', { changes: [{ kind: 'update', id: 'r_0', rowNumber: 2, values: ['new'] }], revision: 4 });
    const after = tabs.rows(asked, 2);
    expect(await isThere(after)).toBe(false);
    goOn();
    expect(textOf((await after).view().page({ offset: 0, limit: 1 }))).toBe('{"_id":"r_0","a":"new"}');
    expect(textOf(view.page({ offset: 0, limit: 1 }))).toBe(`{"_id":"r_0","a":"${text}0"}`);
  });

  test('are let go of where the others turn out to be damaged', async () => {
    const { tabs, goOn, left } = halved(true, (rest) => rest.subarray(0, rest.length - 9));
    await tabs.rows(asked, 2);
    const whole = tabs.get(asked);
    goOn();
    await expect(whole).rejects.toThrow('Packed rows end too early.');
    expect(left).toEqual([true]);
    expect(tabs.peek(asked)).toBeUndefined();
  });
});

describe('what is written', () => {
  const append = (n: number) => ({
    changes: [{ kind: 'append' as const, id: `new_${n}`, rowNumber: 5000 + n, values: [`new ${n}`] }],
    revision: n,
  });

  test('is seen at once in a tab that is in memory, each revision once', async () => {
    const { tabs } = open(100_000 * KIBIBYTE);
    const tab = await tabs.get({ id: 't', snapshot: 's', revision: 3 });
    for (const revision of [2, 3, 4, 4, 5]) tabs.apply('t', append(revision));
    expect([tab.rows, tab.revision]).toEqual([1002, 5]);
  });

  test('is not missed while the tab is loaded', async () => {
    const { tabs, state, release } = open(100_000 * KIBIBYTE);
    state.hold = true;
    const loading = tabs.get({ id: 't', snapshot: 's', revision: 3 });
    await new Promise((resolve) => setImmediate(resolve));
    tabs.apply('t', append(4));
    release();
    tabs.apply('t', append(5));
    const tab = await loading;
    expect([tab.rows, tab.revision]).toEqual([1002, 5]);
  });

  test('a new snapshot of the same rows is taken over without loading', async () => {
    const { tabs, reads } = open(100_000 * KIBIBYTE);
    const tab = await tabs.get({ id: 't', snapshot: 's' });
    tabs.apply('t', append(1));
    tabs.adopt('t', 'another', 'wrong');
    tabs.adopt('t', 's', 'folded');
    expect(await tabs.get({ id: 't', snapshot: 'folded' })).toBe(tab);
    expect(tabs.peek({ id: 't', snapshot: 's' })).toBe(tab);
    tabs.adopt('t', 'folded', 'again');
    expect(tabs.peek({ id: 't', snapshot: 's' })).toBeUndefined();
    expect(reads).toEqual(['s']);
  });

  test('makes a tab larger, so that others have to go', async () => {
    const { bytes } = await open(100_000 * KIBIBYTE).tabs.get({ id: 'a', snapshot: 'a' });
    const { tabs, reads } = open(bytes * 2.5);
    for (const id of ['a', 'b']) await tabs.get({ id, snapshot: id });
    const changes = Array.from({ length: 1200 }, (_, n) => append(n).changes).flat();
    tabs.apply('b', { changes, revision: 1 });
    expect(tabs.peek({ id: 'a', snapshot: 'a' })).toBeUndefined();
    expect(reads).toEqual(['a', 'b']);
  });
});
