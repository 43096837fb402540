import { randomFillSync } from 'node:crypto';

/** Crockford's base 32 in lower case: no i, l, o, u. */
const ALPHABET = Buffer.from('0123456789abcdefghjkmnpqrstvwxyz', 'latin1');
const LENGTH = 12;
const POOL = 4096;

/** Makes row ids: `r_` and 12 random characters, 60 random bits. */
export class RowIdPool {
  private readonly pool = Buffer.alloc(LENGTH * POOL);
  private at = this.pool.length;

  next(): string {
    const at = this.take();
    return `r_${this.pool.toString('latin1', at, at + LENGTH)}`;
  }

  /** Writes the characters behind `r_` of the next id. @returns where they end */
  write(bytes: Buffer, start: number): number {
    const at = this.take();
    for (let n = 0; n < LENGTH; n += 1) bytes[start + n] = this.pool[at + n]!;
    return start + LENGTH;
  }

  private take(): number {
    if (this.at === this.pool.length) {
      refill(this.pool);
      this.at = 0;
    }
    this.at += LENGTH;
    return this.at - LENGTH;
  }
}

/** @returns a function that makes row ids */
export function createRowIds(): () => string {
  const pool = new RowIdPool();
  return () => pool.next();
}

/** Random bytes are drawn for thousands of ids at once: asking for each costs more than all else of a row. */
function refill(pool: Buffer) {
  randomFillSync(pool);
  for (let i = 0; i < pool.length; i += 1) pool[i] = ALPHABET[(pool[i] ?? 0) & 31] ?? 0;
}
