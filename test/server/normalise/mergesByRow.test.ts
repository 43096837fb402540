import { disjointMerges } from '../../../src/server/normalise/mergedCells';
import { mergeAt, mergesAt } from '../../../src/server/normalise/mergesByRow';
import type { Merge } from '../../../src/server/rawTab/cellAddress';

const covers = ([top, left, bottom, right]: Merge, row: number, column: number) =>
  row >= top && row <= bottom && column >= left && column <= right;

/** Generates ranges of up to 12 rows and 4 columns, some of which overlap. */
const someMerges = (seed: number): Merge[] =>
  Array.from({ length: 60 }, (_, n) => {
    const random = (most: number, part: number) => ((seed * 7_919 + n * 104_729 + part * 1_299_709) % 65_537) % most;
    const [top, left] = [1 + random(80, 1), 1 + random(12, 2)];
    return [top, left, top + random(12, 3), left + random(4, 4)];
  });

test.each(Array.from({ length: 20 }, (_, seed) => seed))('the range at each cell is found: %d', (seed) => {
  const merges = disjointMerges(someMerges(seed));
  expect(merges.length).toBeGreaterThan(5);
  const columns = Array.from({ length: 17 }, (_, at) => at + 1);
  for (let row = 1; row < 95; row += 1) {
    expect(new Set(mergesAt(merges, row))).toEqual(
      new Set(merges.filter(([top, , bottom]) => row >= top && row <= bottom)),
    );
    const covering = columns.map((column) => merges.filter((merge) => covers(merge, row, column)));
    expect(covering.filter(({ length }) => length > 1)).toEqual([]);
    expect(columns.map((column) => mergeAt(merges, row, column))).toEqual(covering.map(([only]) => only));
  }
});

test('a range that overlaps one that begins above it is left out', () => {
  const merges: Merge[] = [
    [4, 2, 5, 3],
    [1, 1, 4, 2],
    [6, 1, 6, 1],
    [5, 1, 9, 2],
  ];
  expect(disjointMerges(merges)).toEqual([
    [1, 1, 4, 2],
    [5, 1, 9, 2],
  ]);
});
