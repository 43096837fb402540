import { limits } from '../../../contract/limits';
import { readingLimits } from '../readingLimits';
import { tooLarge } from '../refusals';
import { type Attributes, localName, readXml } from '../zip/xml';
import type { Zip } from '../zip/zipFile';

const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/**
 * Decodes escapes such as `_x000D_`, for characters that XML cannot contain, and `_x005F_`, for an underscore that would start
 * such an escape (ECMA-376 part 1, section 22.9.2.19).
 */
export const unescaped = (text: string) =>
  text.includes('_x') ? text.replace(ESCAPE, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : text;

/** Trims XML white space; other spaces are kept. */
export const withoutOuterSpace = (text: string) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');

/** Joins the runs of a text (`t`, or `r` with `t`), without phonetic texts (`rPh`). Element names have no prefix. */
export class RichText {
  #joined = '';
  #run = '';
  #isInRun = false;
  #keepsSpace = false;
  #isPhonetic = false;

  start(): void {
    this.#joined = '';
    this.#isPhonetic = false;
  }

  /** Handles a start tag. @param keepsSpace whether white space around the text is significant (`xml:space`) */
  open(name: string, keepsSpace: boolean): void {
    if (name === 'rPh') this.#isPhonetic = true;
    if (name !== 't') return;
    this.#keepsSpace = keepsSpace;
    this.#isInRun = !this.#isPhonetic;
    this.#run = '';
  }

  text(piece: string): void {
    if (this.#isInRun) this.#run += piece;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 't' || !this.#isInRun) return;
    this.#isInRun = false;
    // The cell cuts text beyond the limit, with a warning.
    if (this.#joined.length > limits.charactersPerCell) return;
    // Excel trims each run that is not marked as preserving space.
    this.#joined += unescaped(this.#keepsSpace ? this.#run : withoutOuterSpace(this.#run));
  }

  value(): string {
    return this.#joined;
  }
}

/** Returns whether white space around a text is significant (`xml:space`). */
export const keepsSpace = (attributes: Attributes) => attributes['xml:space'] === 'preserve';

/** Reads the shared strings, which cells reference by index (ECMA-376 part 1, section 18.4). */
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

const CHUNK_BYTES = 1 << 20;

/** Texts by index, stored as UTF-8 outside the JavaScript heap, whose size is limited for worker threads. */
export class SharedStrings {
  private readonly chunks: Buffer[] = [];
  /** Position of each text: index of its chunk times the chunk size, plus its offset there. */
  private starts = new Uint32Array(1024);
  private lengths = new Uint32Array(1024);
  /** Bytes used in the last chunk. */
  private used = CHUNK_BYTES;
  private bytes = 0;
  private count = 0;

  /** Appends a text. @throws {Refusal} `too_large` */
  add(text: string) {
    // Keep one character more than a cell may have: the cell cuts it, with a warning.
    const kept = Buffer.from(text.slice(0, limits.charactersPerCell + 1));
    if (this.count === this.starts.length) this.grow();
    this.starts[this.count] = this.room(kept.length);
    this.lengths[this.count] = kept.length;
    this.chunks.at(-1)?.set(kept, this.starts[this.count]! % CHUNK_BYTES);
    this.count += 1;
    this.bytes += kept.length;
    if (this.bytes > readingLimits.sharedTextBytes || this.count > readingLimits.sharedTexts) {
      throw tooLarge('The workbook holds more than 128 megabytes, or 8 million, of different texts.');
    }
  }

  at(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.count) return undefined;
    const start = this.starts[index]!;
    const from = start % CHUNK_BYTES;
    return this.chunks[Math.floor(start / CHUNK_BYTES)]!.toString('utf8', from, from + this.lengths[index]!);
  }

  /** Reserves space for a text within one chunk. No text is longer than a chunk, given the character limit of cells. */
  private room(length: number) {
    if (this.used + length > CHUNK_BYTES) {
      this.chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.used = 0;
    }
    const start = (this.chunks.length - 1) * CHUNK_BYTES + this.used;
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
