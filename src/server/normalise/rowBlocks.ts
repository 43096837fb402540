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

const LOW_BITS = 0x7f;
const MORE = 0x80;

/**
 * What is packed of each row of a block beside its JSON: how long that is, and how far the row is from the one before it in the
 * sheet, downwards as an even number, upwards as an odd one. Numbers are of seven bits a byte, the low ones first; all but the
 * last byte have their highest bit set.
 */
export class RowIndex {
  #bytes: number[] = [];
  #last = 0;
  rows = 0;

  /** @param length bytes of the row's JSON; the comma counts */
  add(length: number, rowNumber: number): void {
    const step = rowNumber - this.#last;
    this.#put(length);
    this.#put(step < 0 ? -step * 2 - 1 : step * 2);
    this.#last = rowNumber;
    this.rows += 1;
  }

  /** The bytes. It is empty again afterwards. */
  take(): Buffer {
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#last = 0;
    this.rows = 0;
    return bytes;
  }

  #put(number: number) {
    let rest = number;
    for (; rest > LOW_BITS; rest = Math.floor(rest / MORE)) this.#bytes.push((rest % MORE) | MORE);
    this.#bytes.push(rest);
  }
}

/** Numbers that were written by {@link RowIndex}, read one after the other. */
function numbersIn(bytes: Buffer, from: number): () => number {
  let at = from;
  return () => {
    let number = 0;
    for (let scale = 1; ; scale *= MORE) {
      const byte = bytes[at++]!;
      number += (byte & LOW_BITS) * scale;
      if (byte < MORE) return number;
    }
  };
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
  const next = numbersIn(unpacked, length);
  let last = 0;
  for (let n = 0; n < rows; n += 1) {
    lengths[n] = next();
    const step = next();
    last += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
    rowNumbers[n] = last;
  }
  return { bytes: unpacked.subarray(0, length), lengths, rowNumbers };
}
