import { limits } from '../../../contract/limits';
import { readingLimits } from '../readingLimits';
import { tooLarge } from '../refusals';
import { localName } from '../zip/xml';
import type { Zip } from '../zip/zipFile';
import { type ListReader, readList } from './quickList';
import { cellTextOf, Text, textKindOf } from './quickText';
import { createRichText } from './richText';
import { StringArena } from './stringArena';

/** Reads the texts that cells refer to by number (ECMA-376 part 1, section 18.4). */
export async function readSharedStrings(zip: Zip, part: string): Promise<StringArena> {
  const reader = new SharedStringsReader();
  await readList(zip.read(part), part, reader);
  return reader.arena;
}

class SharedStringsReader implements ListReader {
  readonly list = 'sst';
  readonly element = 'si';
  readonly arena = new StringArena();
  private readonly rich = createRichText();
  /** What stands before and behind the text of an element that is nothing but a text. */
  private around: { readonly prefix: string; readonly before: readonly Buffer[]; readonly behind: Buffer } | undefined;

  open(name: string) {
    const local = localName(name);
    if (local === 'si') this.rich.start();
    else this.rich.open(local);
  }

  text(piece: string) {
    this.rich.text(piece);
  }

  close(name: string) {
    const local = localName(name);
    this.rich.close(local);
    if (local === 'si') this.add(this.rich.value());
  }

  quick(bytes: Buffer, start: number, end: number, prefix: string): boolean {
    const { before, behind } = this.tags(prefix);
    const tag = before.find(
      (one) => start + one.length <= end && bytes.compare(one, 0, one.length, start, start + one.length) === 0,
    );
    const to = end - behind.length;
    if (tag === undefined || to < start || bytes.compare(behind, 0, behind.length, to, end) !== 0) return false;
    const from = start + tag.length;
    if (to < from) return false;
    const kind = textKindOf(bytes, from, to);
    if (kind === Text.UNUSUAL) return false;
    if (kind === Text.PLAIN && to - from <= limits.charactersPerCell) {
      this.arena.addJson(bytes, from, to);
      this.check();
      return true;
    }
    const text = cellTextOf(bytes, from, to);
    if (text !== undefined) this.add(text);
    return text !== undefined;
  }

  private add(text: string) {
    // One character more than a cell may have: it is where the cell stands that the cut is warned of.
    this.arena.add(text.slice(0, limits.charactersPerCell + 1));
    this.check();
  }

  private check() {
    const { arena } = this;
    if (arena.bytes > readingLimits.sharedTextBytes || arena.count > readingLimits.sharedTexts) {
      throw tooLarge('The workbook holds more than 128 megabytes, or 8 million, of different texts.');
    }
  }

  private tags(prefix: string) {
    if (this.around?.prefix !== prefix) {
      const before = ['', ' xml:space="preserve"'].map((space) => Buffer.from(`<${prefix}si><${prefix}t${space}>`));
      this.around = { prefix, before, behind: Buffer.from(`</${prefix}t></${prefix}si>`) };
    }
    return this.around;
  }
}
