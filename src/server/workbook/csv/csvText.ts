import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { Warning } from '../../../contract/projects';
import { type TextEncoding, textEncodings } from '../../../contract/textEncodings';
import { notAWorkbook } from '../refusals';

const BYTES_AT_ONCE = 1 << 18;

/** How sure it is which letters a text's bytes stand for. */
interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** Another one that the bytes fit nearly as well. */
  readonly doubt?: TextEncoding;
}

/** A text with its encoding. */
export interface FoundText extends FoundEncoding {
  /** The text as UTF-8, piece by piece, without byte order mark. A character can lie across two pieces. */
  readonly pieces: AsyncGenerator<Buffer, void, undefined>;
}

const notText = () =>
  notAWorkbook('The file is named like a text, but what is in it is not text.', 'Save it as CSV (UTF-8) or as .xlsx.');

/**
 * The text of a file.
 *
 * @param chosen its encoding, where it is not to be found
 * @param unlessUnicode whether a text that says itself that it is Unicode is read so all the same
 * @throws {Refusal} `not_a_workbook`, also while its pieces are read, when it holds NUL characters: no text does
 */
export async function textOf(path: string, chosen?: TextEncoding, unlessUnicode = false): Promise<FoundText> {
  const found =
    chosen !== undefined && !unlessUnicode
      ? { encoding: chosen }
      : await encodingOf(path, chosen?.startsWith('utf-') ? undefined : chosen);
  return { ...found, pieces: found.encoding === 'utf-8' ? withoutMark(path) : decoded(path, found.encoding) };
}

const MARK = Buffer.from('\uFEFF');

/** A text in UTF-8 as it is; bytes that are none are replaced where fields are made of them. */
async function* withoutMark(path: string): AsyncGenerator<Buffer, void, undefined> {
  let isFirst = true;
  for await (const chunk of bytesOf(path)) {
    if (chunk.includes(0)) throw notText();
    yield isFirst && chunk.subarray(0, MARK.length).equals(MARK) ? chunk.subarray(MARK.length) : chunk;
    isFirst = false;
  }
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

/**
 * UTF-16 where its byte order mark says so, or its zeros; UTF-8 where all bytes are valid UTF-8; else what the bytes most likely are.
 *
 * @param otherwise of a text that is not Unicode, where it is known
 */
async function encodingOf(path: string, otherwise?: TextEncoding): Promise<FoundEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const sample: Buffer[] = [];
  let start: Buffer = Buffer.alloc(0);
  let length = 0;
  let isUtf8 = true;
  /** Whether zeros stand at even places, at odd ones. */
  const zeros: [boolean, boolean] = [false, false];
  for await (const chunk of bytesOf(path)) {
    if (length === 0) start = chunk;
    if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le' };
    if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be' };
    isUtf8 &&= isDecoded(strict, chunk);
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, at + 1)) zeros[(length + at) % 2] = true;
    gather(sample, chunk);
    length += chunk.length;
  }
  if (zeros.includes(true)) return { encoding: utf16Of(zeros, start, length) };
  if (isUtf8 && isDecoded(strict)) return { encoding: 'utf-8' };
  return otherwise === undefined ? findEncoding(Buffer.concat(sample)) : { encoding: otherwise };
}

/** @param bytes further ones; without them the text ends */
function isDecoded(strict: TextDecoder, bytes?: Buffer): boolean {
  try {
    strict.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** What stands between fields or lines of every table. */
const BETWEEN = /[,;\t|\r\n]/;

/** UTF-16 without a mark: all of its zeros are the upper halves of units, among them those that separate fields or lines. */
function utf16Of([even, odd]: readonly [boolean, boolean], start: Buffer, length: number): TextEncoding {
  const encoding = odd ? 'utf-16le' : 'utf-16be';
  if ((even && odd) || length % 2 === 1 || !BETWEEN.test(new TextDecoder(encoding).decode(start))) throw notText();
  return encoding;
}

/** Bytes that are looked at to find an encoding, and how many of them around one that is not ASCII. */
const SAMPLE = 1 << 16;
const AROUND = 100;

/** Adds parts of a text in which bytes above ASCII stand. */
function gather(parts: Buffer[], chunk: Buffer): void {
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  let end = 0;
  for (let at = 0; at < chunk.length && length < SAMPLE; at += 1) {
    if (chunk[at]! < 0x80) continue;
    const part = Buffer.from(chunk.subarray(Math.max(end, at - AROUND), at + AROUND));
    parts.push(part);
    length += part.length;
    end = at + AROUND;
    at = end - 1;
  }
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: BYTES_AT_ONCE });

/** Encodings that are looked for where a text is not Unicode. */
const candidates = (Object.keys(textEncodings) as TextEncoding[]).filter((name) => !name.startsWith('utf-'));

/** What the library is asked for where it has another name. Where it knows several dialects, each of them means the same decoder. */
const asked: Partial<Record<TextEncoding, string>> = {
  ...{ macintosh: 'mac-roman', shift_jis: 'cp932', big5: 'big5hkscs', 'euc-kr': 'cp949' },
};
/** What it answers where it has yet another name. */
const answered: Readonly<Record<string, TextEncoding>> = { macroman: 'macintosh', cp932: 'shift_jis', cp949: 'euc-kr' };

/** Of encodings that differ in few letters the one that more programs write has the better of a near tie. */
const preference: Partial<Record<TextEncoding, number>> = { 'windows-1252': 1.25, macintosh: 1.1 };

/** Encodings of two bytes a letter: such letters come one after the other. */
const wide: ReadonlySet<TextEncoding> = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp']);

/** How much better the first has to be than the second for there to be no doubt. */
const CLEARLY = 1.3;

const hasNeighbours = (sample: Buffer) => sample.some((byte, at) => byte >= 0x80 && (sample[at + 1] ?? 0) >= 0x80);

/**
 * Finds the encoding of a text that is not Unicode by how well its bytes make words of some language (jschardet, which is read only
 * when such a text comes: its statistics are a megabyte).
 *
 * @param sample parts of it in which bytes above ASCII stand
 */
async function findEncoding(sample: Buffer): Promise<FoundEncoding> {
  const { detectAll } = await import('jschardet');
  const detectEncodings = candidates.map((name) => asked[name] ?? name);
  const isWide = hasNeighbours(sample);
  const ranked = detectAll(sample, { detectEncodings, minimumThreshold: 0 })
    .flatMap(({ encoding: name, confidence }) => {
      const known = (name ?? '').toLowerCase();
      const encoding = answered[known] ?? candidates.find((one) => one === known);
      if (encoding === undefined || (wide.has(encoding) && !isWide)) return [];
      return [{ encoding, likely: confidence * (preference[encoding] ?? 1) }];
    })
    .toSorted((one, other) => other.likely - one.likely);
  const [first] = ranked;
  if (first === undefined) return { encoding: 'windows-1252', doubt: 'macintosh' };
  const readAs = (encoding: TextEncoding) => new TextDecoder(encoding).decode(sample);
  const text = readAs(first.encoding);
  const encoding = readAs('windows-1252') === text ? 'windows-1252' : first.encoding;
  const rival = ranked.find((other) => readAs(other.encoding) !== text);
  const isClear = rival === undefined || first.likely >= rival.likely * CLEARLY;
  return isClear ? { encoding } : { encoding, doubt: rival.encoding };
}

/** A word about a text whose letters may be others. */
export const unsureEncoding = (encoding: TextEncoding, doubt: TextEncoding): Warning => ({
  code: 'unsure_encoding',
  detail: `The file does not say how its letters are written. It was read as ${textEncodings[encoding]}, and could be ${textEncodings[doubt]}. If letters look wrong, choose another encoding.`,
});
