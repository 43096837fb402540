/** Texts of some cells of one column, by their row; each with the value that it is displayed of. */
export class ShownColumn {
  private rows = new Uint32Array(16);
  /** Where each text ends, and the value behind it. */
  private ends = new Uint32Array(32);
  private texts: Buffer = Buffer.alloc(256);
  private count = 0;
  private used = 0;

  get bytes(): number {
    return this.rows.byteLength + this.ends.byteLength + this.texts.length;
  }

  /** Rows must come in ascending order. @param value JSON of it */
  add(row: number, text: string, value: string): void {
    if (this.count === this.rows.length) this.resize(this.count * 2);
    this.rows[this.count] = row;
    this.ends[2 * this.count] = this.write(text);
    this.ends[2 * this.count + 1] = this.write(value);
    this.count += 1;
  }

  /** Gives back the memory that was kept for more. */
  end(): this {
    this.resize(this.count);
    this.texts = Buffer.from(this.texts.subarray(0, this.used));
    return this;
  }

  /** The text of the cell in a row, where there is one of this value. */
  find(row: number, value: string): string | undefined {
    const at = this.placeOf(row);
    if (at < 0) return undefined;
    const from = at === 0 ? 0 : this.ends[2 * at - 1]!;
    const [middle, to] = [this.ends[2 * at]!, this.ends[2 * at + 1]!];
    return this.texts.toString('utf8', middle, to) === value ? this.texts.toString('utf8', from, middle) : undefined;
  }

  private placeOf(row: number): number {
    let low = 0;
    let high = this.count - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.rows[middle]!;
      if (found === row) return middle;
      if (found < row) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** @returns where the text ends */
  private write(text: string): number {
    const most = this.used + text.length * 3;
    if (most > this.texts.length) this.texts = Buffer.concat([this.texts], Math.max(most, this.texts.length * 2));
    this.used += this.texts.write(text, this.used);
    return this.used;
  }

  private resize(length: number) {
    const [rows, ends] = [this.rows.subarray(0, length), this.ends.subarray(0, 2 * length)];
    this.rows = new Uint32Array(length);
    this.ends = new Uint32Array(2 * length);
    this.rows.set(rows);
    this.ends.set(ends);
  }
}
