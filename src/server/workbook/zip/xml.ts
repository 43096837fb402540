import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { readingLimits } from '../readingLimits';
import { damaged, tooLarge, unsafe } from '../refusals';

export type Attributes = Readonly<Record<string, string>>;

/** Callbacks of the XML parser. Names include their prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Called with text between tags; a text may arrive in several chunks. */
  text?(text: string): void;
}

/**
 * Parses an XML part while its bytes arrive. The parser buffers each text, tag or comment until it ends, so an endless one is
 * rejected, as are features that no workbook needs.
 *
 * @param name name of the part, for messages
 * @throws {Refusal} `damaged_workbook` if it is not well-formed; `unsafe_workbook` if its document type has declarations (the only
 *   way to declare entities) or it is nested too deeply; `too_large` if a single text, tag or comment is too long
 */
export async function readXml(bytes: AsyncIterable<Buffer>, name: string, handlers: XmlHandlers): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false });
  /** Characters since the last tag. */
  let pending = 0;
  let depth = 0;
  parser.on('opentag', (tag) => {
    pending = 0;
    depth += 1;
    if (depth > readingLimits.xmlDepth) throw unsafe(`its part ${name} is nested too deeply`);
    handlers.open(tag.name, tag.attributes);
  });
  parser.on('closetag', (tag) => {
    pending = 0;
    depth -= 1;
    handlers.close?.(tag.name);
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (piece) => handlers.text?.(piece));
  parser.on('doctype', (type) => {
    // Without declarations, as OpenOffice 2 writes one, it has no effect: no other file is read.
    if (!type.includes('[')) return;
    throw unsafe(`its part ${name} declares a document type`);
  });
  parser.on('error', () => {
    throw notWellFormed(name);
  });
  const parse = (piece: string) => {
    pending += piece.length;
    if (pending > readingLimits.piece) throw tooLarge(`A single value in ${name} has more than 4 million characters.`);
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

/** Decodes bytes. @param bytes next bytes; undefined at the end of the part */
function decode(decoder: TextDecoder, name: string, bytes?: Buffer): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw notWellFormed(name);
  }
}

const notWellFormed = (name: string) => damaged(`its part ${name} is not well-formed XML`);

/** Detects the encoding: UTF-8, or UTF-16 by its byte order mark or the two bytes of `<` (XML 1.0, appendix F). */
function encodingOf(start: Buffer) {
  const two = start.toString('hex', 0, 2);
  if (two === 'fffe' || two === '3c00') return 'utf-16le';
  return two === 'feff' || two === '003c' ? 'utf-16be' : 'utf-8';
}

/** Returns a name without its prefix, which each program chooses freely. */
export const localName = (name: string) => name.slice(name.indexOf(':') + 1);
