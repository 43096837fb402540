const PAGE_BITS = 19;
const PAGE = 1 << PAGE_BITS;
const FIRST_BLOCK = 16 * 1024;
const MOST_PAGES = 2 ** (32 - PAGE_BITS);

/**
 * Bytes that are only ever added to, outside the heap, named by positions of 32 bits. Position and page are virtual: a block
 * stands at the beginning of its page and may be smaller than it, or longer than several.
 */
export class Arena {
  #blocks = 0;
  /** The block of each page, and the position at which that block begins. */
  readonly #ofPage: Buffer[] = [];
  readonly #bases: number[] = [];
  #end = 0;
  #free = 0;
  #bytes = 0;

  /** Bytes held. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Makes room for bytes that lie together. @returns their position */
  reserve(length: number): number {
    if (length > this.#free) this.#addBlock(length);
    const position = this.#end;
    this.#end += length;
    this.#free -= length;
    return position;
  }

  /** Takes over bytes as a block of its own. The caller may not use them from then on. @returns their position */
  adopt(bytes: Buffer): number {
    this.#append(bytes);
    this.#end += this.#free;
    this.#free = 0;
    return this.#end - bytes.length;
  }

  /** The block in which a position lies. */
  blockOf(position: number): Buffer {
    return this.#ofPage[position >>> PAGE_BITS]!;
  }

  /** Where in its block a position lies. */
  offsetOf(position: number): number {
    return position - this.#bases[position >>> PAGE_BITS]!;
  }

  /** The bytes at a position, without a copy. */
  at(position: number, length: number): Buffer {
    const offset = this.offsetOf(position);
    return this.blockOf(position).subarray(offset, offset + length);
  }

  #addBlock(length: number) {
    const usual = Math.min(PAGE, FIRST_BLOCK * 4 ** Math.min(this.#blocks, 4));
    this.#append(Buffer.allocUnsafeSlow(Math.max(usual, length)));
  }

  #append(block: Buffer) {
    const pages = Math.ceil(block.length / PAGE);
    if (this.#ofPage.length + pages > MOST_PAGES) throw new RangeError('An arena holds 4 GiB at most.');
    const base = this.#ofPage.length * PAGE;
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

/** The array, or a longer one with the same numbers where it is shorter than `length`. */
export function grown<A extends Uint32Array | Float64Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  const longer = Math.max(length, 64, Math.ceil(array.length * 1.5));
  const copy = array instanceof Uint32Array ? new Uint32Array(longer) : new Float64Array(longer);
  copy.set(array);
  return copy as A;
}
