import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { Warning } from '../../../contract/projects';
import { type TextEncoding, textEncodings } from '../../../contract/textEncodings';
import { notAWorkbook } from '../refusals';

const READ_BYTES = 1 << 18;

/** Detected encoding of a text. */
interface FoundEncoding {
  readonly encoding: TextEncoding;
  /** Second candidate that fits the bytes nearly as well. */
  readonly doubt?: TextEncoding;
}

/** Text with its encoding. */
export interface FoundText extends FoundEncoding {
  /** Text in chunks, without byte order mark. */
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

const notText = () =>
  notAWorkbook('The file is named like a text, but what is in it is not text.', 'Save it as CSV (UTF-8) or as .xlsx.');

/**
 * Opens a text file.
 *
 * @param chosen encoding to use instead of detecting it
 * @param unlessUnicode whether a text that is detected as Unicode is read as such nevertheless
 * @throws {Refusal} `not_a_workbook`, also while reading chunks, if it contains NUL characters: no text does
 */
export async function textOf(path: string, chosen?: TextEncoding, unlessUnicode = false): Promise<FoundText> {
  const found = await requestedEncoding(path, chosen, unlessUnicode);
  return { ...found, pieces: decoded(path, found.encoding) };
}

async function requestedEncoding(path: string, chosen: TextEncoding | undefined, unlessUnicode: boolean) {
  if (chosen !== undefined && !unlessUnicode) return { encoding: chosen };
  return encodingOf(path, chosen?.startsWith('utf-') ? undefined : chosen);
}

/** Yields a text without its byte order mark; invalid bytes are replaced. */
async function* decoded(path: string, encoding: TextEncoding): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytesOf(path)) {
    const piece = decoder.decode(chunk, { stream: true });
    if (piece.includes('\0')) throw notText();
    yield piece;
  }
  yield decoder.decode();
}

/**
 * Detects the encoding: UTF-16 by its byte order mark or its zero bytes, UTF-8 if all bytes are valid, else the most likely one.
 *
 * @param otherwise known encoding of a text that is not Unicode
 */
async function encodingOf(path: string, otherwise?: TextEncoding): Promise<FoundEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const sample: Buffer[] = [];
  let start: Buffer = Buffer.alloc(0);
  let length = 0;
  let isUtf8 = true;
  /** Whether there are zero bytes at even, and at odd offsets. */
  const zeros: [boolean, boolean] = [false, false];
  for await (const chunk of bytesOf(path)) {
    if (length === 0) start = chunk;
    if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le' };
    if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be' };
    isUtf8 &&= isDecoded(strict, chunk);
    for (let offset = chunk.indexOf(0); offset >= 0; offset = chunk.indexOf(0, offset + 1)) {
      zeros[(length + offset) % 2] = true;
    }
    addToSample(sample, chunk);
    length += chunk.length;
  }
  if (zeros.includes(true)) return { encoding: utf16Of(zeros, start, length) };
  if (isUtf8 && isDecoded(strict)) return { encoding: 'utf-8' };
  return otherwise === undefined ? findEncoding(Buffer.concat(sample)) : { encoding: otherwise };
}

/** Returns whether bytes are valid UTF-8. @param bytes next bytes; undefined at the end of the text */
function isDecoded(strict: TextDecoder, bytes?: Buffer): boolean {
  try {
    strict.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** Separators of fields and lines. */
const SEPARATOR = /[,;\t|\r\n]/;

/** Detects UTF-16 without a byte order mark: all zero bytes are upper halves of code units, among them those of separators. */
function utf16Of([even, odd]: readonly [boolean, boolean], start: Buffer, length: number): TextEncoding {
  const encoding = odd ? 'utf-16le' : 'utf-16be';
  if ((even && odd) || length % 2 === 1 || !SEPARATOR.test(new TextDecoder(encoding).decode(start))) throw notText();
  return encoding;
}

/** Size of the sample for detection, and number of bytes around each non-ASCII byte in it. */
const SAMPLE_BYTES = 1 << 16;
const CONTEXT_BYTES = 100;

/** Adds parts of a text with non-ASCII bytes to the sample. */
function addToSample(parts: Buffer[], chunk: Buffer): void {
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  /** End of the part before. */
  let end = 0;
  for (let offset = 0; offset < chunk.length && length < SAMPLE_BYTES; offset += 1) {
    if (chunk[offset]! < 0x80) continue;
    const part = Buffer.from(chunk.subarray(Math.max(end, offset - CONTEXT_BYTES), offset + CONTEXT_BYTES));
    parts.push(part);
    length += part.length;
    end = offset + CONTEXT_BYTES;
    offset = end - 1;
  }
}

const bytesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: READ_BYTES });

/** Candidate encodings of texts that are not Unicode. */
const candidates = (Object.keys(textEncodings) as TextEncoding[]).filter((name) => !name.startsWith('utf-'));

/** Names of encodings passed to the library, where they differ. If it knows several dialects, all of them have the same decoder. */
const libraryNames: Partial<Record<TextEncoding, string>> = {
  macintosh: 'mac-roman',
  shift_jis: 'cp932',
  big5: 'big5hkscs',
  'euc-kr': 'cp949',
};

/** Names the library returns, where they differ. */
const encodingsByLibraryName: Readonly<Record<string, TextEncoding>> = {
  macroman: 'macintosh',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
};

/** Weights of encodings: among those that differ in few letters, more common ones win near ties. */
const weights: Partial<Record<TextEncoding, number>> = { 'windows-1252': 1.25, macintosh: 1.1 };

/** Encodings with two bytes per letter: non-ASCII bytes come in pairs. */
const wide: ReadonlySet<TextEncoding> = new Set(['shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp']);

/** Encodings with one byte per letter of a script that does not stand in one word with ASCII letters. */
const nonLatin: ReadonlySet<TextEncoding> = new Set<TextEncoding>([
  'windows-1251',
  'koi8-r',
  'windows-1253',
  'windows-1255',
  'windows-1256',
]);

/** To be certain, the first candidate has to exceed the second by this ratio, in a sample with this many different words. */
const MIN_CERTAIN_RATIO = 1.3;
const MIN_CERTAIN_WORDS = 5;

/** Words with non-ASCII letters, and such words without an ASCII letter, in bytes read as Latin-1. */
const WORD = /(?<![a-z\x80-\xff])[a-z]*[\x80-\xff][a-z\x80-\xff]*/gi;
const WORD_APART = /(?<![a-z\x80-\xff])[\x80-\xff]+(?![a-z\x80-\xff])/i;

const hasNeighbours = (sample: Buffer) =>
  sample.some((byte, offset) => byte >= 0x80 && (sample[offset + 1] ?? 0) >= 0x80);

/** Candidate encoding, and how likely it is. */
interface RankedEncoding {
  readonly encoding: TextEncoding;
  readonly likelihood: number;
}

/** Ranks encodings by how well the bytes form words of some language, the most likely first. */
async function rankedEncodings(sample: Buffer): Promise<RankedEncoding[]> {
  // Loaded lazily: its statistics are a megabyte.
  const { detectAll } = await import('jschardet');
  const detectEncodings = candidates.map((name) => libraryNames[name] ?? name);
  const isWide = hasNeighbours(sample);
  const isLatin = !WORD_APART.test(sample.toString('latin1'));
  const ranked: RankedEncoding[] = [];
  for (const { encoding: name, confidence } of detectAll(sample, { detectEncodings, minimumThreshold: 0 })) {
    const libraryName = (name ?? '').toLowerCase();
    const encoding = encodingsByLibraryName[libraryName] ?? candidates.find((candidate) => candidate === libraryName);
    if (encoding === undefined) continue;
    if ((wide.has(encoding) && !isWide) || (nonLatin.has(encoding) && isLatin)) continue;
    ranked.push({ encoding, likelihood: confidence * (weights[encoding] ?? 1) });
  }
  return ranked.toSorted((a, b) => b.likelihood - a.likelihood);
}

/** Detects the encoding of a non-Unicode text. @param sample parts of the text with non-ASCII bytes */
async function findEncoding(sample: Buffer): Promise<FoundEncoding> {
  const ranked = await rankedEncodings(sample);
  const [first] = ranked;
  if (first === undefined) return { encoding: 'windows-1252', doubt: 'macintosh' };
  // Without `stream`, Node 20 decodes Windows-1252 as Latin-1, with control characters for “ and €.
  const readAs = (encoding: TextEncoding) => new TextDecoder(encoding).decode(sample, { stream: true });
  const text = readAs(first.encoding);
  const encoding = readAs('windows-1252') === text ? 'windows-1252' : first.encoding;
  const rival = ranked.find((other) => readAs(other.encoding) !== text);
  if (rival === undefined) return { encoding };
  const isMoreLikely = first.likelihood >= rival.likelihood * MIN_CERTAIN_RATIO;
  const words = new Set(sample.toString('latin1').match(WORD));
  const isCertain = isMoreLikely && words.size >= MIN_CERTAIN_WORDS;
  return isCertain ? { encoding } : { encoding, doubt: rival.encoding };
}

/** Warning about an uncertain encoding. */
export const unsureEncoding = (encoding: TextEncoding, doubt: TextEncoding): Warning => ({
  code: 'unsure_encoding',
  detail: `The file does not say how its letters are written. It was read as ${textEncodings[encoding]}, and could be ${textEncodings[doubt]}. If letters look wrong, choose another encoding.`,
});

/**
 * First characters that make a spreadsheet program treat a text as a formula: the signs, white space that some programs trim
 * first (OWASP, "CSV Injection"), and full-width forms of the signs, which East Asian input produces and Excel treats alike.
 */
const LIKE_FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Formats a CSV field (RFC 4180). A text that a spreadsheet program would treat as a formula gets a leading apostrophe.
 *
 * @param isSafe writes the text unchanged: it is a number, or the file is for programs
 */
export const csvField = (text: string, isSafe: boolean): string =>
  quoted(!isSafe && LIKE_FORMULA.test(text) ? `'${text}` : text);
