const PAGE_BITS = 20;
const PAGE = 1 << PAGE_BITS;
const FIRST_BLOCK = 16 * 1024;
const MOST_PAGES = 2 ** (32 - PAGE_BITS);

/**
 * Bytes that are only ever added to, outside the heap, named by positions of 32 bits. Position and page are virtual: a block
 * stands at the beginning of its page and may be smaller than it, or longer than several.
 */
export class Arena {
  readonly #blocks: Buffer[] = [];
  /** The block of each page, and the position at which that block begins. */
  readonly #ofPage: Buffer[] = [];
  readonly #words: DataView[] = [];
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

  /** The block in which a position lies. */
  blockOf(position: number): Buffer {
    return this.#ofPage[position >>> PAGE_BITS]!;
  }

  /** The same block, to be read eight bytes at a time. */
  wordsOf(position: number): DataView {
    return this.#words[position >>> PAGE_BITS]!;
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
    const usual = Math.min(PAGE, FIRST_BLOCK * 4 ** Math.min(this.#blocks.length, 4));
    const block = Buffer.allocUnsafeSlow(Math.max(usual, length));
    const pages = Math.ceil(block.length / PAGE);
    if (this.#ofPage.length + pages > MOST_PAGES) throw new RangeError('An arena holds 4 GiB at most.');
    const base = this.#ofPage.length * PAGE;
    const words = new DataView(block.buffer, block.byteOffset, block.length);
    for (let page = 0; page < pages; page += 1) {
      this.#ofPage.push(block);
      this.#words.push(words);
      this.#bases.push(base);
    }
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#end = base;
    this.#free = block.length;
  }
}
