import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { readingLimits } from '../readingLimits';
import { damaged, tooLarge, unsafe } from '../refusals';

export type Attributes = Readonly<Record<string, string>>;

/** Called while an XML part is read. Names are as written, prefix and all. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Text between tags; one text can come in several pieces. */
  text?(text: string): void;
}

/**
 * Reads an XML part as its bytes arrive.
 *
 * @param name of the part, for sentences
 * @throws {Refusal} `damaged_workbook` when it is not well-formed; `unsafe_workbook` when it declares a document type (the
 *   only way to declare entities) or is nested too deeply; `too_large` when a single piece of it does not end
 */
export async function readXml(bytes: AsyncIterable<Buffer>, name: string, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(name, handlers);
  for await (const piece of bytes) reader.write(piece);
  reader.close();
}

/**
 * Reads XML that is given piece by piece; see {@link readXml}. The parser holds a text, tag or comment until it ends: this one
 * refuses what does not end, and what no workbook needs.
 */
export class XmlReader {
  private readonly parser = new SaxesParser({ xmlns: false, position: false });
  private decoder: TextDecoder | undefined;
  /** Characters written since the last tag. */
  private pending = 0;
  private depth = 0;

  constructor(
    private readonly name: string,
    handlers: XmlHandlers,
  ) {
    this.parser.on('opentag', (tag) => {
      this.deeper();
      handlers.open(tag.name, tag.attributes);
    });
    this.parser.on('closetag', (tag) => {
      this.pending = 0;
      this.depth -= 1;
      handlers.close?.(tag.name);
    });
    for (const event of ['text', 'cdata'] as const) {
      this.parser.on(event, (piece) => handlers.text?.(piece));
    }
    this.refuse();
  }

  write(bytes: Buffer) {
    if (bytes.length === 0) return;
    this.decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true });
    this.parse(this.decode(bytes));
  }

  close() {
    this.parse(this.decode());
    this.parser.close();
  }

  private parse(piece: string) {
    this.pending += piece.length;
    if (this.pending > readingLimits.piece) {
      throw tooLarge(`A single value in ${this.name} has more than 4 million characters.`);
    }
    this.parser.write(piece);
  }

  private decode(bytes?: Buffer) {
    try {
      return this.decoder?.decode(bytes, { stream: bytes !== undefined }) ?? '';
    } catch {
      throw notWellFormed(this.name);
    }
  }

  private deeper() {
    this.pending = 0;
    this.depth += 1;
    if (this.depth > readingLimits.xmlDepth) throw unsafe(`its part ${this.name} is nested too deeply`);
  }

  private refuse() {
    this.parser.on('doctype', () => {
      throw unsafe(`its part ${this.name} declares a document type`);
    });
    this.parser.on('error', () => {
      throw notWellFormed(this.name);
    });
  }
}

const notWellFormed = (name: string) => damaged(`its part ${name} is not well-formed XML`);

/** UTF-8, or UTF-16 where a byte order mark says so. */
function encodingOf(start: Buffer) {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** A name without its prefix: which prefix stands for a namespace is each writer's own choice. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1);
