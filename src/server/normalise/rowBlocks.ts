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
    const isInFirst = first !== undefined && first.length >= length;
    const taken = isInFirst ? first.subarray(0, length) : Buffer.concat(this.#held, length);
    this.#drop(length);
    return taken;
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

/** Rows that lie together: the JSON of each as the data API answers it with a comma behind it, one after the other. */
export interface RowBlock {
  readonly bytes: Buffer;
  /** Bytes of each row's JSON; the comma counts. */
  readonly lengths: Uint32Array;
  /** Number in the sheet of each row. */
  readonly rowNumbers: Uint32Array;
}

/**
 * What is packed of each row of a block beside its JSON: how long that is, then of each row how far it is from the one before it in
 * the sheet; 32 bits each, in the order of the processor, which is little-endian wherever Node runs.
 */
export class RowIndex {
  #lengths: number[] = [];
  #steps: number[] = [];
  #last = 0;

  get rows(): number {
    return this.#lengths.length;
  }

  /** @param length bytes of the row's JSON; the comma counts */
  add(length: number, rowNumber: number): void {
    this.#lengths.push(length);
    this.#steps.push(rowNumber - this.#last);
    this.#last = rowNumber;
  }

  /** The bytes. It is empty again afterwards. */
  take(): Buffer {
    const bytes = Buffer.from(Int32Array.from([...this.#lengths, ...this.#steps]).buffer);
    [this.#lengths, this.#steps, this.#last] = [[], [], 0];
    return bytes;
  }
}

/**
 * Reads a block.
 *
 * @param unpacked the JSON of its rows, and behind it what {@link RowIndex} has written
 * @param length bytes of the JSON
 */
export function rowBlockOf(unpacked: Buffer, rows: number, length: number): RowBlock {
  const lengths = new Uint32Array(rows);
  const rowNumbers = new Uint32Array(rows);
  let last = 0;
  for (let n = 0; n < rows; n += 1) {
    lengths[n] = unpacked.readInt32LE(length + 4 * n);
    last += unpacked.readInt32LE(length + 4 * (rows + n));
    rowNumbers[n] = last;
  }
  return { bytes: unpacked.subarray(0, length), lengths, rowNumbers };
}
