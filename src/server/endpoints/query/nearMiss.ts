/** Farther apart than this, two names are not taken for a slip of the pen. */
const SLIPS = 2;
const LONGEST = 64;

const folded = (name: string) => name.toLowerCase().replace(/^_+/, '');

/**
 * How many letters have to be changed, added, left out or swapped with their neighbour to get from one text to the other
 * (optimal string alignment).
 */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const change = (above[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(change, swap, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    before = above;
    above = row;
  }
  return above[other.length] ?? 0;
}

/** The name among those that exist which was most likely meant, if one is near. */
export function nearMissOf(name: string, names: readonly string[]): string | undefined {
  const meant = folded(name);
  const slips = Math.min(SLIPS, Math.floor(meant.length / 3));
  const near = names
    .map((candidate) => ({ candidate, short: folded(candidate) }))
    .filter(({ short }) => short.length <= LONGEST && Math.abs(short.length - meant.length) <= slips)
    .map(({ candidate, short }) => ({ candidate, steps: distance(meant, short) }))
    .filter(({ steps }) => steps <= slips);
  return near.toSorted((one, other) => one.steps - other.steps)[0]?.candidate;
}
