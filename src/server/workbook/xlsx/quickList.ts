import { isUtf8 } from 'node:buffer';
import { readingLimits } from '../readingLimits';
import { type Attributes, localName, type XmlHandlers, XmlReader } from '../zip/xml';

const CLOSING = 0x3e;
const SLASH = 0x2f;

/** Reads the elements of a long list, most of which look the same. */
export interface ListReader extends XmlHandlers {
  /** Names of the list and of its elements, without prefix. */
  readonly list: string;
  readonly element: string;
  /**
   * Reads one whole element, tags and all, of valid UTF-8.
   *
   * @param prefix of the names, for example `x:`
   * @returns false when it holds something unusual: it is told by XML events then, and must have left no trace
   */
  quick(bytes: Buffer, start: number, end: number, prefix: string): boolean;
}

/**
 * Reads an XML part that is mostly one long list (rows, shared texts). A parser reads everything around the list, and each of
 * its elements that is unusual; the others are read from their bytes, several times as fast. What throws is what `readXml`
 * throws.
 */
export async function readList(chunks: AsyncIterable<Buffer>, name: string, reader: ListReader): Promise<void> {
  const list = new QuickList(name, reader);
  for await (const chunk of chunks) list.add(chunk);
  list.end();
}

class QuickList implements XmlHandlers {
  private readonly xml: XmlReader;
  private rest: Buffer = Buffer.alloc(0);
  /** Whether the next byte stands in the list, between two elements. */
  private between = false;
  private prefix = '';
  private openTag = Buffer.alloc(0);
  private closeTag = Buffer.alloc(0);
  private isFirst = true;
  /** Whether the rest is read by the parser, whatever comes. */
  private given = false;

  constructor(
    name: string,
    private readonly reader: ListReader,
  ) {
    this.xml = new XmlReader(name, this);
  }

  open(name: string, attributes: Attributes) {
    this.between = localName(name) === this.reader.list;
    if (this.between) this.begin(name.slice(0, name.length - this.reader.list.length));
    this.reader.open(name, attributes);
  }

  text(piece: string) {
    this.reader.text?.(piece);
  }

  close(name: string) {
    this.between = name === `${this.prefix}${this.reader.element}`;
    this.reader.close?.(name);
  }

  add(chunk: Buffer) {
    // UTF-16 is only the parser's.
    if (this.isFirst && (chunk[0] === 0xff || chunk[0] === 0xfe)) this.given = true;
    this.isFirst = false;
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    while (at < this.rest.length && !this.given) {
      const next = this.between ? this.element(at) : this.tag(at);
      if (next < 0) break;
      at = next;
    }
    if (this.given || this.rest.length - at > readingLimits.piece) {
      this.xml.write(this.rest.subarray(at));
      at = this.rest.length;
      this.given = true;
    }
    this.rest = this.rest.subarray(at);
  }

  end() {
    this.xml.write(this.rest);
    this.xml.close();
  }

  private begin(prefix: string) {
    this.prefix = prefix;
    this.openTag = Buffer.from(`<${prefix}${this.reader.element}`);
    this.closeTag = Buffer.from(`</${prefix}${this.reader.element}>`);
  }

  /** Gives the parser what reaches to the end of a tag. @returns where that is, or a negative number when it is not there */
  private tag(at: number): number {
    const end = this.closeTag.length > 0 ? endOf(this.rest, this.closeTag, at) : this.rest.indexOf(CLOSING, at) + 1;
    if (end <= 0) return -1;
    this.xml.write(this.rest.subarray(at, end));
    return end;
  }

  /** Reads an element of the list. @returns where it ends, or a negative number when it is not all there */
  private element(from: number): number {
    const { rest, openTag } = this;
    let start = from;
    while (start < rest.length && rest[start]! <= 0x20) start += 1;
    if (rest.length - start < openTag.length) return -1;
    const tagEnd = rest.indexOf(CLOSING, start) + 1;
    if (tagEnd === 0) return -1;
    if (rest.compare(openTag, 0, openTag.length, start, start + openTag.length) !== 0) return this.giveUp(from);
    const end = rest[tagEnd - 2] === SLASH ? tagEnd : endOf(rest, this.closeTag, tagEnd);
    if (end < 0) return -1;
    const isRead = isUtf8(rest.subarray(start, end)) && this.reader.quick(rest, start, end, this.prefix);
    if (!isRead) {
      this.between = false;
      this.xml.write(rest.subarray(from, end));
    }
    return end;
  }

  /** Something else than an element of the list follows, such as the list's end. */
  private giveUp(at: number): number {
    this.given = true;
    return at;
  }
}

function endOf(bytes: Buffer, tag: Buffer, from: number): number {
  const found = bytes.indexOf(tag, from);
  return found < 0 ? -1 : found + tag.length;
}
