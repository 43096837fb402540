import { createReadStream } from 'node:fs';
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
  const utf8 = createUtf8Check();
  let first = true;
  for await (const chunk of bytesOf(path)) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    if (chunk.includes(0)) throw notText();
    utf8.add(chunk);
    first = false;
  }
  return utf8.isValid() ? 'utf-8' : 'windows-1252';
}

/** Checks bytes that come in pieces. */
function createUtf8Check() {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let valid = true;
  const decode = (bytes?: Buffer) => {
    try {
      if (valid) strict.decode(bytes, { stream: bytes !== undefined });
    } catch {
      valid = false;
    }
  };
  return {
    add: decode,
    isValid() {
      decode();
      return valid;
    },
  };
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: BYTES_AT_ONCE });
