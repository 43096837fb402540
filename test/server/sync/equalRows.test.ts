import { equalTwins, gapsOf } from '../../../src/server/sync/equalRows';

const marks = (text: string) => Float64Array.from(text, (letter) => letter.charCodeAt(0));

/** For each new row the letter of its old one, `.` for none. */
const twinsOf = (old: string, fresh: string) =>
  [...equalTwins(marks(old), marks(fresh))].map((place) => old[place] ?? '.').join('');

it.each([
  ['nothing', '', '', ''],
  ['the same', 'abc', 'abc', 'abc'],
  ['rows added at the beginning', 'abc', 'xyabc', '..abc'],
  ['rows added in the middle', 'abc', 'abxc', 'ab.c'],
  ['rows removed', 'abcde', 'ace', 'ace'],
  ['one row replaced', 'abc', 'axc', 'a.c'],
  ['equal rows, one of them removed', 'aaa', 'aa', 'aa'],
  ['a row that moved', 'abcde', 'bcdea', 'bcdea'],
  ['rows that are all different', 'abc', 'xyz', '...'],
  ['two halves swapped', 'abcxyz', 'xyzabc', 'xyzabc'],
  ['equal rows beside rows that occur once', 'asbsc', 'asbc', 'asbc'],
  ['no equal rows elsewhere', 'xxabc', 'abxxc', 'ab..c'],
])('matches %s', (_what, old, fresh, twins) => {
  expect(twinsOf(old, fresh)).toBe(twins);
});

it('of equal rows the one beside the same rows stays', () => {
  expect([...equalTwins(marks('axbx'), marks('abx'))]).toEqual([0, 2, 3]);
});

it('matches many rows between two that differ', () => {
  const old = Float64Array.from({ length: 200_000 }, (_, at) => at);
  const fresh = old.with(0, -1).with(-1, -2);
  const twins = equalTwins(old, fresh);
  expect([twins[0], twins[1], twins.at(-2), twins.at(-1), gapsOf(old.length, twins).length]).toEqual([
    -1, 1, 199_998, -1, 2,
  ]);
});

it.each([
  ['a12b3c', 'axbyzc', ['12-x', '3-yz']],
  ['1ab', 'xab', ['1-x']],
  ['a1b2', 'bxay', ['1-y?', '2-x?', '2-y?']],
  ['ab1', 'bax', ['1-x?']],
  ['a1', 'a', []],
])('the rows of %s and %s that may be the same are below or above a row that stayed', (old, fresh, expected) => {
  const gaps = gapsOf(old.length, equalTwins(marks(old), marks(fresh)));
  const shown = gaps.map(({ oldFrom, oldTo, freshFrom, freshTo, isClosed }) => {
    return `${old.slice(oldFrom, oldTo)}-${fresh.slice(freshFrom, freshTo)}${isClosed ? '' : '?'}`;
  });
  expect(shown.toSorted()).toEqual(expected);
});

it('never matches a row twice, nor with another one, for any rows', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    const text = () => Array.from({ length: random(30) }, () => String.fromCharCode(97 + random(6))).join('');
    const [old, fresh] = [text(), text()];
    const twins = [...equalTwins(marks(old), marks(fresh))];
    const found = twins.filter((place) => place >= 0);
    expect(found).toEqual([...new Set(found)]);
    for (const [place, twin] of twins.entries()) if (twin >= 0) expect(old[twin]).toBe(fresh[place]);
  }
});
