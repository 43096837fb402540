/** Groups rows by `keyOf`, in their order. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/**
 * Binary search. Returns the first number from 0 for which `test` fails, or `length` if it holds for all numbers below. The test
 * has to hold for every number before the result, and for none from there on.
 */
export function partitionPoint(length: number, test: (n: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the last of the first rows that together have at most `maxBytes`, but at least of one row; undefined if there are none. */
export function lastWithin<Row extends { readonly bytes: number }>(
  rows: readonly Row[],
  maxBytes: number,
): Row | undefined {
  let last: Row | undefined;
  let bytes = 0;
  for (const row of rows) {
    bytes += Number(row.bytes);
    if (last !== undefined && bytes > maxBytes) break;
    last = row;
  }
  return last;
}
