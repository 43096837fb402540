import { randomFillSync } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u. */
const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const LENGTH = 12;

/** Characters of thousands of ids, drawn at once: asking for each costs more than all else of a row. */
const pool = Buffer.alloc(LENGTH * 4096);
let used = pool.length;

/** A new row's id: `r_` and 12 random characters, 60 random bits. */
export function newRowId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    for (let i = 0; i < pool.length; i += 1) pool[i] = ALPHABET[pool[i]! & 31]!;
    used = 0;
  }
  used += LENGTH;
  return `r_${pool.toString('latin1', used - LENGTH, used)}`;
}
