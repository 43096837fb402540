import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { TextEncoding } from '../../../contract/textEncodings';
import { notAWorkbook } from '../refusals';
import { findEncoding, type FoundEncoding } from './encodings';

const BYTES_AT_ONCE = 1 << 18;

const notText = () =>
  notAWorkbook('The file is named like a text, but what is in it is not text.', 'Save it as CSV (UTF-8) or as .xlsx.');

/** A text with its encoding. */
export interface FoundText extends FoundEncoding {
  /** The text as UTF-8, piece by piece, without byte order mark. A character can lie across two pieces. */
  readonly pieces: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * The text of a file.
 *
 * @param chosen its encoding, where it is not to be found
 * @param unlessUnicode whether a text that says itself that it is Unicode is read so all the same
 * @throws {Refusal} `not_a_workbook`, also while its pieces are read, when it holds NUL characters: no text does
 */
export async function textOf(path: string, chosen?: TextEncoding, unlessUnicode = false): Promise<FoundText> {
  if (chosen !== undefined && !unlessUnicode) return { encoding: chosen, pieces: decoded(path, chosen) };
  const found = await encodingOf(path, chosen?.startsWith('utf-') ? undefined : chosen);
  const pieces = found.encoding === 'utf-8' ? withoutMark(bytesOf(path)) : decoded(path, found.encoding);
  return { ...found, pieces };
}

async function* decoded(path: string, encoding: TextEncoding): AsyncGenerator<Buffer, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(path)) {
    const piece = decoder.decode(chunk, { stream: true });
    if (piece.includes('\0')) throw notText();
    yield Buffer.from(piece);
  }
  yield Buffer.from(decoder.decode());
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
 * UTF-16 where its byte order mark says so, or its zeros; UTF-8 where all bytes are valid UTF-8; else what the bytes most likely are.
 *
 * @param otherwise of a text that is not Unicode, where it is known
 */
async function encodingOf(path: string, otherwise?: TextEncoding): Promise<FoundEncoding> {
  const utf8 = createUtf8Check();
  const zeros = createZeroCheck();
  const sample = createSample();
  let first = true;
  for await (const chunk of bytesOf(path)) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return { encoding: 'utf-16le' };
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return { encoding: 'utf-16be' };
    utf8.add(chunk);
    zeros.add(chunk);
    sample.add(chunk);
    first = false;
  }
  if (zeros.any) return { encoding: zeros.encoding() };
  if (utf8.isValid()) return { encoding: 'utf-8' };
  return otherwise === undefined ? findEncoding(sample.end()) : { encoding: otherwise };
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

/** What stands between fields or lines of every table. */
const BETWEEN = /[,;\t|\r\n]/;

/** Tells UTF-16 without a mark: all of its zeros are the upper halves of units, among them those that separate fields or lines. */
function createZeroCheck() {
  let start: Buffer = Buffer.alloc(0);
  let length = 0;
  const places = [false, false];
  return {
    add(chunk: Buffer) {
      if (length === 0) start = chunk;
      for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) places[(length + at) % 2] = true;
      length += chunk.length;
    },
    get any() {
      return places.includes(true);
    },
    encoding(): TextEncoding {
      const encoding = places[1] ? 'utf-16le' : 'utf-16be';
      const isBoth = places[0] && places[1];
      if (isBoth || length % 2 === 1 || !BETWEEN.test(new TextDecoder(encoding).decode(start))) throw notText();
      return encoding;
    },
  };
}

/** Bytes that are looked at to find an encoding, and how many of them around one that is not ASCII. */
const SAMPLE = 1 << 16;
const AROUND = 100;

/** Gathers parts of a text in which bytes above ASCII stand. */
function createSample() {
  const parts: Buffer[] = [];
  let length = 0;
  return {
    add(chunk: Buffer) {
      let end = 0;
      for (let at = 0; at < chunk.length && length < SAMPLE; at += 1) {
        if (chunk[at]! < 0x80) continue;
        const part = Buffer.from(chunk.subarray(Math.max(end, at - AROUND), at + AROUND));
        parts.push(part);
        length += part.length;
        end = at + AROUND;
        at = end - 1;
      }
    },
    end: () => Buffer.concat(parts),
  };
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: BYTES_AT_ONCE });
