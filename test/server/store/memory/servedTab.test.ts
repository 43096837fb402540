import { compared, type Condition, type TabView } from '../../../../src/server/store/memory/engine';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import type { PackedRow } from '../../../../src/server/normalise/packedRows';
import { createRandom, pick } from './generated/random';
import { columnOf, packRows } from './generated/tabs';
import { allOf, groupsIn, loadTexts, manyRows, MEBIBYTE, packTexts, parsed } from './tabs';

const numbersOf = (view: TabView, places: Uint32Array) => [...places].map((place) => view.rowNumber(place));

test('rows are found by their id, also if several or none have it', async () => {
  const tab = await loadTexts(
    ['a'],
    [
      ['x', 2, '1'],
      ['y', 3, '2'],
      ['x', 9, '3'],
      ['__proto__', 10, '4'],
    ],
  );
  const view = tab.view();
  expect(view.writeRows(view.find('y')).toString()).toBe('{"_id":"y","a":"2"}');
  expect(numbersOf(view, view.find('x'))).toEqual([2, 9]);
  expect(numbersOf(view, view.find('__proto__'))).toEqual([10]);
  expect(numbersOf(view, view.find('constructor'))).toEqual([]);
});

test('a tab without rows returns none', async () => {
  const view = (await loadTexts(['a'], [])).view();
  const where = compared(0, 'eq', 'x');
  expect(view.select({ where, limit: 10, offset: 0 })).toEqual({ rowIndexes: new Uint32Array(0), total: 0 });
  expect(view.page({ limit: 10, offset: 0 })).toMatchObject({ count: 0, total: 0, bytes: 0 });
});

test('ranges of two columns are both applied if only one column has an index', async () => {
  const columns = [columnOf('a', 'integer'), columnOf('b')];
  const packed = await packRows(columns, [['x', 2, 0, 'm']]);
  const view = (await loadServedTab(packed, { maxBytes: MEBIBYTE })).view();
  const above = compared(0, 'gt', -1);
  await view.prepare({ where: above });
  const where: Condition = { kind: 'and', parts: [above, compared(1, 'gte', 'x'), compared(1, 'lte', 'z')] };
  expect(view.select({ where, limit: 10, offset: 0 }).total).toBe(0);
});

test('rows larger than a block of memory are complete', async () => {
  const long = 'ä'.repeat(1_500_000);
  const tab = await loadTexts(
    ['a'],
    [
      ['1', 2, 's'],
      ['2', 3, long],
      ['3', 4, 't'],
      ['4', 5, long],
    ],
  );
  const rows = parsed(allOf(tab.view()));
  expect(rows.map(({ a }) => String(a).length)).toEqual([1, 1_500_000, 1, 1_500_000]);
  expect(groupsIn(tab.view(), { by: [0], aggregates: [{ fn: 'count' }] }).map(([, count]) => count)).toEqual([2, 1, 1]);
});

test('text is sorted by the root collation, and found by its beginning and end', async () => {
  const random = createRandom(11);
  const signs = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));
  const text = () =>
    Array.from({ length: random(12) }, () => pick(random, random(3) === 0 ? signs : ['a', 'A', 'b'])).join('');
  const texts = Array.from({ length: 3000 }, text).filter((one) => one.trim() !== '');
  const view = (
    await loadTexts(
      ['a'],
      texts.map((one, n): PackedRow => [`r_${n}`, n + 2, one]),
    )
  ).view();
  const valuesOf = (places: Uint32Array) => [...places].map((place) => view.value(place, 0));
  const ordered = texts.toSorted(new Intl.Collator('und').compare);
  expect(valuesOf(view.all({ order: [{ column: 0, descending: false }] }))).toEqual(ordered);
  for (const sought of ['a', 'ab', 'b', 'aaa']) {
    const found = (op: 'startswith' | 'endswith') =>
      valuesOf(view.all({ where: { kind: 'text', column: 0, op, text: sought } }));
    expect(found('startswith')).toEqual(texts.filter((one) => one.toLowerCase().startsWith(sought)));
    expect(found('endswith')).toEqual(texts.filter((one) => one.toLowerCase().endsWith(sought)));
  }
});

test('text searches find the same whether or not the folded texts fit into memory', async () => {
  const rows = Array.from({ length: 700 }, (_, n): PackedRow => [`r_${n}`, n + 2, `${'Ab'.repeat(20_000)} Ñ${n}.`]);
  const tab = await loadServedTab(await packTexts(['a'], rows), { maxBytes: 512 * MEBIBYTE });
  const before = tab.bytes;
  const view = tab.view();
  for (const text of ['ñ699.', 'ñ0.', 'ñ350.', 'ñ699.']) {
    expect(view.all({ where: { kind: 'text', column: 0, op: 'contains', text } })).toHaveLength(1);
  }
  expect(tab.bytes - before).toBeGreaterThan(30 * MEBIBYTE);
  expect(tab.bytes - before).toBeLessThan(34 * MEBIBYTE);
});

test('numbers are loaded unchanged', async () => {
  const random = createRandom(12);
  const numbers = Array.from({ length: 3000 }, () => {
    const digits = Math.floor((random(2 ** 31) * 2 ** 22 + random(2 ** 22)) / 10 ** random(16));
    return (random(2) === 0 ? -1 : 1) * (digits / 10 ** random(20)) + 0;
  });
  const columns = [columnOf('n', 'number')];
  const rows = numbers.map((number, n): PackedRow => [`r_${n}`, n + 2, number]);
  const view = (await loadServedTab(await packRows(columns, rows), { maxBytes: MEBIBYTE * 8 })).view();
  expect([...view.all({})].map((place) => view.value(place, 0))).toEqual(numbers);
});

test('a tab that does not fit into memory is refused with a sentence', async () => {
  const packed = await packTexts(['a', 'b'], manyRows(20_000));
  await expect(loadServedTab(packed, { maxBytes: MEBIBYTE })).rejects.toMatchObject({
    code: 'too_large',
    detail: 'This sheet takes more than 1 MB of memory, the most this server keeps for one.',
  });
});

test('loading a tab does not block the event loop', async () => {
  const packed = await packTexts(['a', 'b'], manyRows(60_000));
  let turns = 0;
  let ended = false;
  const count = () => {
    turns += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  await loadServedTab(packed, { maxBytes: 64 * MEBIBYTE });
  ended = true;
  expect(turns).toBeGreaterThan(5);
});

const load = async (rows: number) => {
  const packed = await packTexts(['text', 'number'], manyRows(rows));
  return (await loadServedTab(packed, { maxBytes: 64 * MEBIBYTE })).view();
};

const without = (text: string): Condition => ({
  kind: 'not',
  part: { kind: 'text', column: 0, op: 'contains', text },
});

/** Returns the texts of the rows that match a condition. */
const textsOf = (view: TabView, where: Condition) =>
  parsed(view.writeRows(view.all({ where }))).map(({ text }) => text);

const textsWithout = (rows: number, part: string) =>
  manyRows(rows).flatMap(([, , text]) => (String(text).includes(part) ? [] : [text]));

test('prepared results stay right while other conditions are searched in tabs of any length', async () => {
  const [before, short, long] = [await load(1_000), await load(300), await load(3_000)];
  expect(textsOf(long, without('8'))).toEqual(textsWithout(3_000, '8'));
  await before.prepare({ where: without('7') });
  for (const part of ['1', '99', 'text', 'none']) {
    expect(textsOf(short, without(part))).toEqual(textsWithout(300, part));
    expect(textsOf(long, without(part))).toEqual(textsWithout(3_000, part));
    expect(textsOf(before, without('7'))).toEqual(textsWithout(1_000, '7'));
  }
});
