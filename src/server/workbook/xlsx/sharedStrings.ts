import { limits } from '../../../contract/limits';
import { readingLimits } from '../readingLimits';
import { tooLarge } from '../refusals';
import { type Attributes, localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Undoes `_x000D_`: how the format writes characters that XML cannot hold, and `_x005F_` for an underscore that would
 * be taken for such an escape (ECMA-376 part 1, section 22.9.2.19).
 */
export const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

/** A text without the white space of XML around it; other spaces are letters. */
export const withoutOuterSpace = (text: string) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** Joins the runs of a text (`t`, or `r` with `t`), leaving out how it is pronounced (`rPh`). Names without prefix. */
export class RichText {
  #joined = '';
  #run = '';
  #isInRun = false;
  #keepsSpace = false;
  #isSpoken = false;

  start(): void {
    this.#joined = '';
    this.#isSpoken = false;
  }

  /** @param keepsSpace whether `xml:space` says that white space around the text is part of it */
  open(name: string, keepsSpace: boolean): void {
    if (name === 'rPh') this.#isSpoken = true;
    if (name !== 't') return;
    this.#keepsSpace = keepsSpace;
    this.#isInRun = !this.#isSpoken;
    this.#run = '';
  }

  text(piece: string): void {
    if (this.#isInRun) this.#run += piece;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isSpoken = false;
    if (name !== 't' || !this.#isInRun) return;
    this.#isInRun = false;
    // The cell cuts what is over the limit, and warns of it.
    if (this.#joined.length > limits.charactersPerCell) return;
    // Excel leaves out the space around each run that is not marked as meant.
    this.#joined += unescaped(this.#keepsSpace ? this.#run : withoutOuterSpace(this.#run));
  }

  value(): string {
    return this.#joined;
  }
}

/** Whether `xml:space` says that white space around a text is part of it. */
export const keepsSpace = (attributes: Attributes) => attributes['xml:space'] === 'preserve';

/** Reads the texts that cells refer to by number (ECMA-376 part 1, section 18.4). */
export async function readSharedStrings(zip: Zip, part: string): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const rich = new RichText();
  await readXml(zip.read(part), part, {
    open(name, attributes) {
      const local = localName(name);
      if (local === 'si') rich.start();
      else rich.open(local, keepsSpace(attributes));
    },
    text: (piece) => rich.text(piece),
    close(name) {
      const local = localName(name);
      rich.close(local);
      if (local === 'si') strings.add(rich.value());
    },
  });
  return strings;
}

const CHUNK = 1 << 20;

/** Texts by number, held as UTF-8 outside the JavaScript heap, whose size is what a thread is limited by. */
export class SharedStrings {
  private readonly chunks: Buffer[] = [];
  /** Where each text begins: the number of its chunk times the size of a chunk, and its place there. */
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);
  /** Bytes used of the last chunk. */
  private used = CHUNK;
  private bytes = 0;
  private count = 0;

  /** @throws {Refusal} `too_large` */
  add(text: string) {
    // One character more than a cell may have: the cell cuts it, and warns of it.
    const kept = Buffer.from(text.slice(0, limits.charactersPerCell + 1));
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = this.room(kept.length);
    this.lengths[this.count] = kept.length;
    this.chunks.at(-1)?.set(kept, this.starts[this.count]! % CHUNK);
    this.count += 1;
    this.bytes += kept.length;
    if (this.bytes > readingLimits.sharedTextBytes || this.count > readingLimits.sharedTexts) {
      throw tooLarge('The workbook holds more than 128 megabytes, or 8 million, of different texts.');
    }
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined;
    const start = this.starts[index]!;
    const from = start % CHUNK;
    return this.chunks[Math.floor(start / CHUNK)]!.toString('utf8', from, from + this.lengths[index]!);
  }

  /** A text stands in one chunk; none is longer than one, as none has more characters than a cell may have. */
  private room(length: number) {
    if (this.used + length > CHUNK) {
      this.chunks.push(Buffer.allocUnsafeSlow(CHUNK));
      this.used = 0;
    }
    const start = (this.chunks.length - 1) * CHUNK + this.used;
    this.used += length;
    return start;
  }

  private grow() {
    const [starts, lengths] = [new Uint32Array(this.count * 2), new Uint32Array(this.count * 2)];
    starts.set(this.starts);
    lengths.set(this.lengths);
    this.starts = starts;
    this.lengths = lengths;
  }
}
