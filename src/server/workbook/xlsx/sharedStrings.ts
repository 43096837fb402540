import { limits } from '../../../contract/limits';
import { PackedTexts } from '../../rawTab/packedTexts';
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

/** Trims XML white space; other spaces are kept. The lookbehind keeps the search linear in a text with many spaces. */
export const withoutOuterSpace = (text: string) => text.replace(/^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g, '');

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

/**
 * Reads the shared strings, which cells reference by index (ECMA-376 part 1, section 18.4).
 *
 * @throws {Refusal} `too_large`
 */
export async function readSharedStrings(zip: Zip, part: string): Promise<PackedTexts> {
  const strings = new PackedTexts();
  const rich = new RichText();
  let bytes = 0;
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
      if (local !== 'si') return;
      // One character more than a cell may have is kept: the cell cuts it, with a warning.
      bytes += strings.add(rich.value().slice(0, limits.charactersPerCell + 1));
      if (bytes > readingLimits.sharedTextBytes || strings.count > readingLimits.sharedTexts) {
        throw tooLarge('The workbook holds more than 128 megabytes, or 8 million, of different texts.');
      }
    },
  });
  return strings;
}
