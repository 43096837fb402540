import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { notAWorkbook } from '../refusals';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const BYTES_AT_ONCE = 1 << 18;

const notText = () =>
  notAWorkbook('The file is named like a text, but what is in it is not text.', 'Save it as CSV (UTF-8) or as .xlsx.');

/**
 * The text of a file as UTF-8, piece by piece, without byte order mark. A character can lie across two pieces.
 *
 * @throws {Refusal} `not_a_workbook` when it holds NUL characters: no text does
 */
export async function* utf8Of(path: string): AsyncGenerator<Buffer, void, undefined> {
  const encoding = await encodingOf(path);
  if (encoding === 'utf-8') yield* withoutMark(bytesOf(path));
  else {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of bytesOf(path)) {
      const piece = decoder.decode(chunk, { stream: true });
      if (piece.includes('\0')) throw notText();
      yield Buffer.from(piece);
    }
    yield Buffer.from(decoder.decode());
  }
}

async function* withoutMark(chunks: AsyncIterable<Buffer>) {
  let first = true;
  for await (const chunk of chunks) {
    const isMarked = first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf;
    yield isMarked ? chunk.subarray(3) : chunk;
    first = false;
  }
}

/**
 * UTF-16 where its byte order mark says so, else UTF-8 where all bytes are valid UTF-8. What remains is read as Windows-1252:
 * it is what spreadsheet programs of western Europe and America write where they do not write Unicode, every byte
 * means something in it, and other texts are next to never valid UTF-8 by chance.
 */
async function encodingOf(path: string): Promise<Encoding> {
  let rest: Buffer | undefined;
  let isValid = true;
  for await (const chunk of bytesOf(path)) {
    if (rest === undefined && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (rest === undefined && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    if (chunk.includes(0)) throw notText();
    const bytes: Buffer = rest === undefined || rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfWhole(bytes);
    if (isValid && !isUtf8(bytes.subarray(0, end))) isValid = false;
    rest = bytes.subarray(end);
  }
  return isValid && (rest === undefined || rest.length === 0) ? 'utf-8' : 'windows-1252';
}

/** Where the last character begins, if more of it may follow; else the end. */
function endOfWhole(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return byte >= 0x100 - (1 << (7 - back)) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/**
 * The bytes of a file, piece by piece. This thread reads them itself: those that do it for streams compress blocks meanwhile, and
 * would be waited for.
 */
async function* bytesOf(path: string): AsyncGenerator<Buffer, void, undefined> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = Buffer.allocUnsafeSlow(BYTES_AT_ONCE);
      const length = readSync(file, bytes, 0, BYTES_AT_ONCE, null);
      if (length === 0) return;
      yield bytes.subarray(0, length);
      // What others have compressed is taken in.
      await nextTurn();
    }
  } finally {
    closeSync(file);
  }
}
