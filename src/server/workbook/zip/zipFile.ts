import { pipeline, type Readable } from 'node:stream';
import { types } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { Refusal } from '../../refusal';
import { readingLimits } from '../readingLimits';
import { damaged, notAWorkbook, tooLarge, unsafe } from '../refusals';

/** Zip file whose parts are found by name, case-insensitively. */
export interface Zip {
  has(name: string): boolean;
  /** Names of all parts, in lower case. */
  readonly names: readonly string[];
  /**
   * Yields the unpacked bytes of a part, and verifies the size and checksum in the directory while reading.
   *
   * @throws {Refusal} `damaged_workbook`, `unsafe_workbook` or `too_large`
   */
  read(name: string): AsyncGenerator<Buffer, void, undefined>;
  close(): void;
}

/** Opens a zip and reads its directory, without unpacking any part. */
export async function openZip(path: string): Promise<Zip> {
  const file = await openPromise(path, { autoClose: false }).catch(refuse);
  try {
    return zipOf(file, await directoryOf(file));
  } catch (error) {
    file.close();
    throw refusalOf(error);
  }
}

function zipOf(file: ZipFile, entries: ReadonlyMap<string, Entry>): Zip {
  let unpacked = 0;
  return {
    has: (name) => entries.has(name.toLowerCase()),
    names: [...entries.keys()],
    close: () => file.close(),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw damaged(`its part ${name} is missing`);
      unpacked += entry.uncompressedSize;
      checkSize(entry, unpacked);
      yield* bytesOf(await streamOf(file, entry).catch(refuse), entry);
    },
  };
}

async function directoryOf(file: ZipFile) {
  if (file.entryCount > readingLimits.zipEntries) throw unsafe(`it holds ${file.entryCount} parts`);
  const entries = new Map<string, Entry>();
  for await (const entry of file.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw unsafe(`it holds two parts called ${entry.fileName}`);
    entries.set(name, entry);
  }
  return entries;
}

/** Checks the sizes in the directory. They can be relied on: a part with another size is rejected while it is read. */
function checkSize(entry: Entry, unpacked: number) {
  const { uncompressedSize: size, compressedSize: packed, fileName } = entry;
  if (entry.isEncrypted()) throw notAWorkbook('The file is protected with a password.', 'Remove the password first.');
  if (size > readingLimits.ratioFrom && size > packed * readingLimits.ratio) {
    throw unsafe(`its part ${fileName} unpacks to ${Math.round(size / packed)} times its size`);
  }
  if (unpacked > readingLimits.unpackedBytes) throw tooLarge('The workbook unpacks to more than 2 gigabytes.');
}

/** Output chunk size of unpacking: small chunks take longer to pass on than to unpack. */
const UNPACK_CHUNK_BYTES = 1 << 18;
const DEFLATED = 8;

async function streamOf(file: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.compressionMethod !== DEFLATED) return file.openReadStreamPromise(entry);
  const packed = await file.openReadStreamPromise(entry, { decodeFileData: false });
  const inflate = createInflateRaw({ chunkSize: UNPACK_CHUNK_BYTES });
  // Errors reach the reader of the last stream.
  return pipeline(packed, inflate, () => undefined);
}

async function* bytesOf(stream: Readable, { crc32: expected, uncompressedSize, fileName }: Entry) {
  let sum = 0;
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > uncompressedSize) throw wrongSize();
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error);
  }
  if (size !== uncompressedSize) throw wrongSize();
  if (sum !== expected) throw damaged(`the checksum of its part ${fileName} does not match`);
}

const wrongSize = () => unsafe('its directory lies about the size of a part');

const refuse = (error: unknown): never => {
  throw refusalOf(error);
};

/** Refusals by error message: errors of yauzl and zlib have no codes. */
const refusals: readonly (readonly [RegExp, () => Refusal])[] = [
  [/bytes in the stream|size mismatch/i, () => unsafe('its directory lies about the size of a part')],
  [/relative path|absolute path|characters in fileName/i, () => unsafe('it holds a part with an unsafe name')],
  [/end of central directory|unexpected end|unexpected EOF|overflows file bounds/i, () => damaged('it ends too early')],
  [/compression method|strong encryption|multi-disk/i, () => damaged('it is packed in a way that cannot be read')],
];

/** Converts an error of reading a zip to a refusal; errors not caused by the file are returned unchanged. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || !types.isNativeError(error)) return error;
  if ('syscall' in error) return error;
  const [, refusal] = refusals.find(([text]) => text.test(error.message)) ?? [];
  return refusal?.() ?? damaged('its parts cannot be unpacked');
}
