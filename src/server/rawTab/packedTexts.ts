import { Arena, withCapacity } from './arena';

/** Texts by index, stored as UTF-8 outside the JavaScript heap. */
export class PackedTexts {
  #positions = new Uint32Array(0);
  #lengths = new Uint32Array(0);
  #count = 0;

  /** @param arena holds the bytes of the texts, perhaps of several collections */
  constructor(private readonly arena = new Arena()) {}

  get count(): number {
    return this.#count;
  }

  /** Allocated bytes besides the arena. */
  get bytes(): number {
    return this.#positions.byteLength + this.#lengths.byteLength;
  }

  /** Appends a text. @returns its length in bytes */
  add(text: string): number {
    const bytes = Buffer.from(text);
    this.#positions = withCapacity(this.#positions, this.#count + 1);
    this.#lengths = withCapacity(this.#lengths, this.#count + 1);
    this.#positions[this.#count] = this.arena.append(bytes);
    this.#lengths[this.#count] = bytes.length;
    this.#count += 1;
    return bytes.length;
  }

  /** Returns a text; undefined if there is none at the index. */
  at(index: number): string | undefined {
    const position = this.#positions[index];
    if (position === undefined || index >= this.#count) return undefined;
    return this.arena.buffer.toString('utf8', position, position + this.#lengths[index]!);
  }
}
