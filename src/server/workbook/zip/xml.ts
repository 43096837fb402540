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
 * Reads an XML part as its bytes arrive. The parser holds a text, tag or comment until it ends: what does not end is refused, and
 * what no workbook needs.
 *
 * @param name of the part, for sentences
 * @throws {Refusal} `damaged_workbook` when it is not well-formed; `unsafe_workbook` when it declares a document type (the
 *   only way to declare entities) or is nested too deeply; `too_large` when a single piece of it does not end
 */
export async function readXml(bytes: AsyncIterable<Buffer>, name: string, handlers: XmlHandlers): Promise<void> {
  const progress = { pending: 0, depth: 0 };
  const parser = parserOf(name, handlers, progress);
  const parse = (piece: string) => {
    progress.pending += piece.length;
    if (progress.pending > readingLimits.piece) {
      throw tooLarge(`A single value in ${name} has more than 4 million characters.`);
    }
    parser.write(piece);
  };
  let decoder: TextDecoder | undefined;
  for await (const chunk of bytes) {
    if (chunk.length === 0) continue;
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    parse(decode(decoder, name, chunk));
  }
  if (decoder !== undefined) parse(decode(decoder, name));
  parser.close();
}

/** Where a parser is: characters written since the last tag, and how deep it is in elements. */
interface Progress {
  pending: number;
  depth: number;
}

function parserOf(name: string, handlers: XmlHandlers, progress: Progress): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', (tag) => {
    progress.pending = 0;
    progress.depth += 1;
    if (progress.depth > readingLimits.xmlDepth) throw unsafe(`its part ${name} is nested too deeply`);
    handlers.open(tag.name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    progress.pending = 0;
    progress.depth -= 1;
    handlers.close?.(tag.name);
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (piece) => handlers.text?.(piece));
  parser.on('doctype', () => {
    throw unsafe(`its part ${name} declares a document type`);
  });
  parser.on('error', () => {
    throw notWellFormed(name);
  });
  return parser;
}

/** @param bytes further ones; without them the part ends */
function decode(decoder: TextDecoder, name: string, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw notWellFormed(name);
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
