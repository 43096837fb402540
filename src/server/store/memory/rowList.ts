import type { FoundRows } from './engine';
import type { RowStore } from './rowStore';

const LINE_END = 0x0a;

/** Rows of a store, ready to be serialized. */
export class RowList implements FoundRows {
  readonly bytes: number;
  readonly count: number;

  constructor(
    private readonly store: RowStore,
    private readonly rows: ArrayLike<number>,
    readonly total: number,
  ) {
    this.count = rows.length;
    let bytes = 0;
    for (let n = 0; n < rows.length; n += 1) bytes += store.lengths[rows[n]!]!;
    this.bytes = Math.max(0, bytes - 1);
  }

  /** Writes the rows with a comma after each. Adjacent rows are copied together. */
  write(into: Buffer, at: number): number {
    const { rows, count } = this;
    const { arena, positions, lengths } = this.store;
    if (count === 0) return at;
    let next = at;
    for (let n = 0; n < count;) {
      const start = positions[rows[n]!]!;
      let end = start;
      for (; n < count && positions[rows[n]!] === end; n += 1) end += lengths[rows[n]!]!;
      next += arena.buffer.copy(into, next, start, end);
    }
    return next - 1;
  }

  /** Returns the JSON of the rows, separated by commas or line ends. */
  json(between: ',' | '\n'): Buffer {
    const written = Buffer.allocUnsafeSlow(this.bytes + 1);
    this.write(written, 0);
    let at = -1;
    for (let n = 0; between === '\n' && n < this.count - 1; n += 1) {
      at += this.store.lengths[this.rows[n]!]!;
      written[at] = LINE_END;
    }
    return written.subarray(0, this.bytes);
  }
}
