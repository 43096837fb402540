import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are in memory, or come piece by piece from where they are kept. */
export type PackedSource = Buffer | AsyncIterable<Buffer>;

/** Takes bytes from a source, as many at a time as are wanted, however they come. */
export class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  readonly #held: Buffer[] = [];
  #length = 0;

  constructor(source: PackedSource) {
    this.#source = piecesOf(source);
  }

  /** @throws Error when fewer are left */
  async take(length: number): Promise<Buffer> {
    if (!(await this.#holds(length))) throw new Error('Packed rows end too early.');
    const [first] = this.#held;
    const taken = first !== undefined && first.length >= length ? first.subarray(0, length) : this.#joined(length);
    this.#drop(length);
    return taken;
  }

  /** Puts bytes back that were taken last. */
  giveBack(bytes: Buffer): void {
    this.#held.unshift(bytes);
    this.#length += bytes.length;
  }

  /** All that is left. */
  async rest(): Promise<Buffer> {
    await this.#holds(Infinity);
    return this.#joined(this.#length);
  }

  /** Lets go of the source. */
  async end(): Promise<void> {
    await this.#source.return?.();
  }

  async #holds(length: number): Promise<boolean> {
    while (this.#length < length) {
      const next = await this.#source.next();
      if (next.done === true) return false;
      this.#held.push(next.value);
      this.#length += next.value.length;
      // Reading from a database may take no turn of the event loop at all.
      await nextTurn();
    }
    return true;
  }

  #joined(length: number): Buffer {
    return Buffer.concat(this.#held, length);
  }

  #drop(length: number) {
    this.#length -= length;
    let dropped = length;
    for (let first = this.#held[0]; first !== undefined && dropped > 0; first = this.#held[0]) {
      if (first.length > dropped) this.#held[0] = first.subarray(dropped);
      else this.#held.shift();
      dropped -= Math.min(dropped, first.length);
    }
  }
}

async function* piecesOf(source: PackedSource): AsyncGenerator<Buffer, void, undefined> {
  if (Buffer.isBuffer(source)) yield source;
  else yield* source;
}
