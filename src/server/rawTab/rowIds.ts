import { randomFillSync } from 'node:crypto';

/** Crockford's base 32 in lower case: without i, l, o, u. */
const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const LENGTH = 12;

/** Random characters of thousands of ids, generated at once: a call for each id would cost more than the rest of the row. */
const pool = Buffer.alloc(LENGTH * 4096);
let used = pool.length;

const ROW_ID = new RegExp(`^r_[${ALPHABET.toString()}]{${LENGTH}}$`);

/** Returns whether an id has the form of one that {@link newRowId} returns, not that of a value in a key column. */
export const isRowId = (id: string): boolean => ROW_ID.test(id);

/** Returns the id of a new row: `r_` and 12 random characters, 60 random bits. */
export function newRowId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    for (let i = 0; i < pool.length; i += 1) pool[i] = ALPHABET[pool[i]! & 31]!;
    used = 0;
  }
  used += LENGTH;
  return `r_${pool.toString('latin1', used - LENGTH, used)}`;
}
