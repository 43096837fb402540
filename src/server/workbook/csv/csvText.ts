import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { notAWorkbook } from '../refusals';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const notText = () =>
  notAWorkbook('The file is named like a text, but what is in it is not text.', 'Save it as CSV (UTF-8) or as .xlsx.');

/**
 * The text of a file, piece by piece, without byte order mark.
 *
 * @throws {Refusal} `not_a_workbook` when it holds NUL characters: no text does
 */
export async function* textOf(path: string): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(await encodingOf(path));
  for await (const chunk of bytesOf(path)) {
    const piece = decoder.decode(chunk, { stream: true });
    if (piece.includes('\0')) throw notText();
    yield piece;
  }
  yield decoder.decode();
}

/**
 * UTF-16 where its byte order mark says so, else UTF-8 where all bytes are valid UTF-8. What remains is read as Windows-1252:
 * it is what spreadsheet programs of western Europe and America write where they do not write Unicode, every byte
 * means something in it, and other texts are next to never valid UTF-8 by chance.
 */
async function encodingOf(path: string): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let first = true;
  let encoding: Encoding = 'utf-8';
  for await (const chunk of bytesOf(path)) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    first = false;
    if (chunk.includes(0)) throw notText();
    if (encoding === 'utf-8' && !decodes(strict, chunk)) encoding = 'windows-1252';
  }
  return decodes(strict) ? encoding : 'windows-1252';
}

function decodes(strict: TextDecoder, chunk?: Buffer) {
  try {
    strict.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

const bytesOf = (path: string) => createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>;
