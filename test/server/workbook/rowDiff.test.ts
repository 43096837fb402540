import { anchoredDiff } from '../../../src/server/workbook/rowDiff';

const marks = (text: string) => Float64Array.from(text, (letter) => letter.charCodeAt(0));

/** For each new row the letter of its old one, `.` for none. */
const twinsOf = (old: string, fresh: string) =>
  [...anchoredDiff(marks(old), marks(fresh)).twins].map((place) => old[place] ?? '.').join('');

it.each([
  ['nothing', '', '', ''],
  ['the same', 'abc', 'abc', 'abc'],
  ['rows added at the beginning', 'abc', 'xyabc', '..abc'],
  ['rows added in the middle', 'abc', 'abxc', 'ab.c'],
  ['rows removed', 'abcde', 'ace', 'ace'],
  ['one row replaced', 'abc', 'axc', 'a.c'],
  ['equal rows, one of them removed', 'aaa', 'aa', 'aa'],
  ['a row that moved: the longer sequence keeps its order', 'abcde', 'bcdea', 'bcde.'],
  ['rows that are all different', 'abc', 'xyz', '...'],
  ['two halves swapped', 'abcxyz', 'xyzabc', 'xyz...'],
  ['rows that are unique only between two anchors', 'asbsc', 'asbc', 'asbc'],
])('matches %s', (_what, old, fresh, twins) => {
  expect(twinsOf(old, fresh)).toBe(twins);
});

it('matches many rows between two that differ', () => {
  const old = Float64Array.from({ length: 200_000 }, (_, at) => at);
  const fresh = old.with(0, -1).with(-1, -2);
  const { twins, gaps } = anchoredDiff(old, fresh);
  expect([twins[0], twins[1], twins.at(-2), twins.at(-1), gaps.length]).toEqual([-1, 1, 199_998, -1, 2]);
});

it('returns the ranges that differ', () => {
  expect(anchoredDiff(marks('a12b3c'), marks('axbyzc')).gaps).toEqual(
    expect.arrayContaining([
      { oldFrom: 1, oldTo: 3, freshFrom: 1, freshTo: 2 },
      { oldFrom: 4, oldTo: 5, freshFrom: 3, freshTo: 5 },
    ]),
  );
});

it('takes no time for rows that are unique only after the one before', () => {
  let own = 1_000_000;
  /** Between rows of its own, each number twice: the second time after the next number. */
  const rows = () => {
    const middle = Array.from({ length: 20_000 }, (_, n) => [(own += 1), n + 2, n + 1]).flat();
    return Float64Array.from([(own += 1), 0, ...middle, (own += 1), 20_001, 20_001, (own += 1)]);
  };
  const [old, fresh] = [rows(), rows()];
  const twins = [...anchoredDiff(old, fresh).twins];
  expect(twins).toContain(1);
  for (const [place, twin] of twins.entries()) if (twin >= 0) expect(old[twin]).toBe(fresh[place]);
});

it('never matches a row twice, and keeps the order, for any rows', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const text = () => Array.from({ length: random(30) }, () => String.fromCharCode(97 + random(6))).join('');
    const [old, fresh] = [text(), text()];
    const twins = [...anchoredDiff(marks(old), marks(fresh)).twins];
    const found = twins.filter((place) => place >= 0);
    expect(found).toEqual([...new Set(found)].sort((one, other) => one - other));
    for (const [place, twin] of twins.entries()) if (twin >= 0) expect(old[twin]).toBe(fresh[place]);
  }
});
