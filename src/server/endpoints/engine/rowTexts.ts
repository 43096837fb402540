const FIRST_BLOCK = 16 * 1024;
const LARGEST_BLOCK = 1024 * 1024;

/** The JSON of each row, written once, outside the heap: a page is then a copy of bytes. */
export class RowTexts {
  readonly #blocks: Buffer[] = [];
  readonly #blockOf: number[] = [];
  /** Where a row's text ends in its block, the comma after it included. */
  readonly #ends: number[] = [];
  #bytes = 0;

  get count(): number {
    return this.#ends.length;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  add(text: string): void {
    const length = Buffer.byteLength(text) + 1;
    const start = this.#startOfNext(length);
    const at = this.#blocks.length - 1;
    this.#blocks[at]?.write(`${text},`, start);
    this.#blockOf.push(at);
    this.#ends.push(start + length);
  }

  /** The texts of rows, by their places in rising order, with commas between them. */
  join(places: readonly number[]): Buffer {
    const pieces: Buffer[] = [];
    for (let from = 0; from < places.length;) {
      let to = from + 1;
      while (to < places.length && this.#follow(places[to - 1] ?? 0, places[to] ?? 0)) to += 1;
      pieces.push(this.#piece(places[from] ?? 0, places[to - 1] ?? 0));
      from = to;
    }
    const last = pieces.pop();
    return last === undefined ? Buffer.alloc(0) : Buffer.concat([...pieces, last.subarray(0, -1)]);
  }

  #startOfNext(length: number): number {
    const block = this.#blocks.at(-1);
    const isOfLast = this.#blockOf.at(-1) === this.#blocks.length - 1;
    const start = isOfLast ? (this.#ends.at(-1) ?? 0) : 0;
    if (block !== undefined && start + length <= block.length) return start;
    const usual = Math.min(LARGEST_BLOCK, FIRST_BLOCK * 2 ** Math.min(this.#blocks.length, 10));
    const added = Buffer.allocUnsafeSlow(Math.max(usual, length));
    this.#blocks.push(added);
    this.#bytes += added.length;
    return 0;
  }

  #follow(place: number, next: number) {
    return next === place + 1 && this.#blockOf[place] === this.#blockOf[next];
  }

  /** Rows that follow each other in one block. */
  #piece(first: number, last: number): Buffer {
    const at = this.#blockOf[first] ?? 0;
    const start = first > 0 && this.#blockOf[first - 1] === at ? this.#ends[first - 1] : 0;
    return (this.#blocks[at] ?? Buffer.alloc(0)).subarray(start, this.#ends[last]);
  }
}
