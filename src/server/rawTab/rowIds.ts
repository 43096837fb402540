import { randomFillSync } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u. */
const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const LENGTH = 12;
const POOL = 4096;

/** @returns a function that makes row ids: `r_` and 12 random characters, 60 random bits */
export function createRowIds(): () => string {
  const pool = Buffer.alloc(LENGTH * POOL);
  let at = pool.length;
  return () => {
    if (at === pool.length) {
      refill(pool);
      at = 0;
    }
    at += LENGTH;
    return `r_${pool.toString('latin1', at - LENGTH, at)}`;
  };
}

/** Random bytes are drawn for thousands of ids at once: asking for each costs more than all else of a row. */
function refill(pool: Buffer) {
  randomFillSync(pool);
  for (let i = 0; i < pool.length; i += 1) pool[i] = ALPHABET[(pool[i] ?? 0) & 31] ?? 0;
}
