import { type Room, roomOf } from './room';

const PAGE_BITS = 19;
const PAGE = 1 << PAGE_BITS;
const FIRST_BLOCK = 16 * 1024;
const MOST_PAGES = 2 ** (32 - PAGE_BITS);

/** What an arena consists of, as one thread hands it to another. */
export interface ArenaParts {
  readonly blocks: readonly Buffer[];
  /** Bytes of the last block that are not taken. */
  readonly free: number;
}

/**
 * Bytes that are only ever added to, outside the heap, named by positions of 32 bits. Position and page are virtual: a block
 * stands at the beginning of its page and may be smaller than it, or longer than several.
 */
export class Arena {
  readonly #blocks: Buffer[] = [];
  /** The block of each page, and the position at which that block begins. */
  readonly #ofPage: Buffer[] = [];
  readonly #words: DataView[] = [];
  readonly #rooms: Room[] = [];
  readonly #bases: number[] = [];
  #end = 0;
  #free = 0;
  #bytes = 0;

  /** @param given what another arena consisted of; that one is not used any more */
  constructor(given?: ArenaParts) {
    if (given === undefined) return;
    for (const block of given.blocks) this.#append(block);
    this.#end += this.#free - given.free;
    this.#free = given.free;
  }

  /** What it consists of. */
  parts(): ArenaParts {
    return { blocks: this.#blocks, free: this.#free };
  }

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

  /** Takes over bytes as a block of its own. They are used by nobody else from then on. @returns their position */
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

  /** The same block, to be read eight bytes at a time. */
  wordsOf(position: number): DataView {
    return this.#words[position >>> PAGE_BITS]!;
  }

  /** The same block, to be written to. */
  roomOf(position: number): Room {
    return this.#rooms[position >>> PAGE_BITS]!;
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
    this.#append(Buffer.allocUnsafeSlow(Math.max(usual, length)));
  }

  #append(block: Buffer) {
    const pages = Math.ceil(block.length / PAGE);
    if (this.#ofPage.length + pages > MOST_PAGES) throw new RangeError('An arena holds 4 GiB at most.');
    const base = this.#ofPage.length * PAGE;
    const room = roomOf(block);
    for (let page = 0; page < pages; page += 1) {
      this.#ofPage.push(block);
      this.#words.push(room.words);
      this.#rooms.push(room);
      this.#bases.push(base);
    }
    this.#blocks.push(block);
    this.#bytes += block.length;
    this.#end = base;
    this.#free = block.length;
  }
}
