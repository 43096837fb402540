import type { Condition, TabView } from '../../../../src/server/store/memory/engine';
import { loadServedTab } from '../../../../src/server/store/memory/storedTab';
import { manyRows, MEBIBYTE, packTexts, parsed } from './tabs';

const load = async (rows: number) => {
  const packed = await packTexts(['text', 'number'], manyRows(rows));
  return (await loadServedTab(packed, { most: 64 * MEBIBYTE })).view();
};

const without = (text: string): Condition => ({
  kind: 'not',
  part: { kind: 'text', column: 0, op: 'contains', text },
});

/** The texts of the rows that hold a condition. */
const textsOf = (view: TabView, where: Condition) =>
  parsed(view.writeRows(view.all({ where }))).map(({ text }) => text);

const textsWithout = (rows: number, part: string) =>
  manyRows(rows).flatMap(([, , text]) => (String(text).includes(part) ? [] : [text]));

test('rows that were found in advance are the same whatever is sought at once meanwhile, in tabs of any length', async () => {
  const [before, short, long] = [await load(1_000), await load(300), await load(3_000)];
  expect(textsOf(long, without('8'))).toEqual(textsWithout(3_000, '8'));
  for (let waits = 0; waits < 5; waits += 1) await before.prepare({ where: without('7') })?.();
  for (const part of ['1', '99', 'text', 'none']) {
    expect(textsOf(short, without(part))).toEqual(textsWithout(300, part));
    expect(textsOf(long, without(part))).toEqual(textsWithout(3_000, part));
    expect(textsOf(before, without('7'))).toEqual(textsWithout(1_000, '7'));
  }
});
