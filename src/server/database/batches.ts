import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes of text that one statement deletes, unless a single row has more: SQLite blocks the event loop while it frees their pages. */
const BATCH_BYTES = 4 * 1024 ** 2;

/** Repeats work that returns whether there may be more of it, and yields to the event loop in between. */
export async function inBatches(work: () => Promise<boolean>): Promise<void> {
  while (await work()) await nextTurn();
}

/** Returns the last of the first rows that one statement may delete. @returns undefined if there are no rows */
export function lastOfBatch<Row extends { readonly bytes: number }>(rows: readonly Row[]): Row | undefined {
  let [last, bytes]: [Row | undefined, number] = [undefined, 0];
  for (const row of rows) {
    bytes += Number(row.bytes);
    if (last !== undefined && bytes > BATCH_BYTES) break;
    last = row;
  }
  return last;
}
