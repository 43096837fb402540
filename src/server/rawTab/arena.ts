const PAGE_BITS = 19;
const PAGE_BYTES = 1 << PAGE_BITS;
const FIRST_BLOCK_BYTES = 16 * 1024;
const MAX_PAGES = 2 ** (32 - PAGE_BITS);

/**
 * Append-only bytes outside the heap, addressed by 32-bit positions. Positions and pages are virtual: a block starts at the
 * beginning of a page and may be smaller than it, or span several.
 */
export class Arena {
  #blocks = 0;
  /** By page: its block, and the position of that block's first byte. */
  readonly #ofPage: Buffer[] = [];
  readonly #bases: number[] = [];
  #end = 0;
  #free = 0;
  #bytes = 0;

  /** Allocated bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves contiguous bytes. @returns their position */
  reserve(length: number): number {
    if (length > this.#free) this.#addBlock(length);
    const position = this.#end;
    this.#end += length;
    this.#free -= length;
    return position;
  }

  /** Adds a buffer as a block of its own, without a copy. The arena owns it from then on. @returns its position */
  adopt(bytes: Buffer): number {
    this.#append(bytes);
    this.#end += this.#free;
    this.#free = 0;
    return this.#end - bytes.length;
  }

  /** Returns the block that contains a position. */
  blockOf(position: number): Buffer {
    return this.#ofPage[position >>> PAGE_BITS]!;
  }

  /** Returns the offset of a position in its block. */
  offsetOf(position: number): number {
    return position - this.#bases[position >>> PAGE_BITS]!;
  }

  /** Returns the bytes at a position, without a copy. */
  at(position: number, length: number): Buffer {
    const offset = this.offsetOf(position);
    return this.blockOf(position).subarray(offset, offset + length);
  }

  #addBlock(length: number) {
    const usual = Math.min(PAGE_BYTES, FIRST_BLOCK_BYTES * 4 ** Math.min(this.#blocks, 4));
    this.#append(Buffer.allocUnsafeSlow(Math.max(usual, length)));
  }

  #append(block: Buffer) {
    const pages = Math.ceil(block.length / PAGE_BYTES);
    if (this.#ofPage.length + pages > MAX_PAGES) throw new RangeError('An arena holds 4 GiB at most.');
    const base = this.#ofPage.length * PAGE_BYTES;
    for (let page = 0; page < pages; page += 1) {
      this.#ofPage.push(block);
      this.#bases.push(base);
    }
    this.#blocks += 1;
    this.#bytes += block.length;
    this.#end = base;
    this.#free = block.length;
  }
}

/** Returns the array itself if it has the length, otherwise a longer copy. */
export function withCapacity<A extends Uint32Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  const longer = Math.max(length, 64, Math.ceil(array.length * 1.5));
  const copy = array instanceof Uint32Array ? new Uint32Array(longer) : new Float64Array(longer);
  copy.set(array);
  return copy as A;
}
