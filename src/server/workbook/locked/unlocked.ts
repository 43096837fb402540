import { type FileHandle, open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeNewFile } from '../../newFile';
import { damaged, notAWorkbook } from '../refusals';
import { decryptorOf } from './defaultPassword';

/** End of a chain of sectors, and the lowest value that is no sector number. */
const END_OF_CHAIN = 0xfffffffe;
const FIRST_SPECIAL = 0xfffffffa;
const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Number of the table's sectors listed in the header. */
const SECTORS_IN_HEADER = 109;

const broken = () => damaged('its parts are not where it says they are');

/** Stream in a compound file. */
interface Entry {
  readonly name: string;
  readonly start: number;
  readonly size: number;
}

/**
 * Opens a compound file (MS-CFB), the container of old Office files and of protected new ones. No reference of the file is followed
 * beyond its end.
 *
 * @returns a function that yields the bytes of a stream, by its name
 * @throws {Refusal} `damaged_workbook`, now or while a stream is read
 */
async function openCompoundFile(file: FileHandle) {
  const header = await readAt(file, 0, HEADER_BYTES);
  const sectorBytes = 1 << header.readUInt16LE(30);
  if (sectorBytes !== 512 && sectorBytes !== 4096) throw broken();
  const maxSectors = Math.ceil((await file.stat()).size / sectorBytes);
  const readSector = (number: number, length = sectorBytes) => readAt(file, (number + 1) * sectorBytes, length);
  const table = await readTable(header, readSector, sectorBytes / 4, maxSectors);
  const readChain = async (start: number) => {
    const sectors: Buffer[] = [];
    for (const number of chain(table, start, maxSectors)) sectors.push(await readSector(number));
    return Buffer.concat(sectors);
  };
  const entries = entriesIn(await readChain(header.readUInt32LE(48)));
  /** Size from which a stream is large. */
  const largeBytes = header.readUInt32LE(56);
  const smallSectorBytes = 1 << Math.min(header.readUInt16LE(32), 12);
  const smallTable = numbersIn(await readChain(header.readUInt32LE(60)));

  async function* readLarge({ start, size }: Entry): AsyncGenerator<Buffer, void, undefined> {
    let remaining = size;
    for (const number of chain(table, start, Math.ceil(size / sectorBytes))) {
      if (remaining <= 0) return;
      const bytes = await readSector(number, Math.min(remaining, sectorBytes));
      remaining -= bytes.length;
      yield bytes;
    }
    if (remaining > 0) throw broken();
  }

  /** Reads a small stream: these share the sectors of the root entry, which is the first one. */
  async function readSmall({ start, size }: Entry): Promise<Buffer> {
    const [root] = entries;
    if (root === undefined || root.size > 1 << 24) throw broken();
    const smallStreams = await buffer(readLarge(root));
    const numbers = [...chain(smallTable, start, Math.ceil(size / smallSectorBytes))];
    const sectors = numbers.map((number) => {
      return smallStreams.subarray(number * smallSectorBytes, (number + 1) * smallSectorBytes);
    });
    const bytes = Buffer.concat(sectors).subarray(0, size);
    if (bytes.length < size) throw broken();
    return bytes;
  }

  return async function* streamOf(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = entries.find((candidate) => candidate.name === name);
    if (entry === undefined) throw broken();
    if (entry.size < largeBytes) yield await readSmall(entry);
    else yield* readLarge(entry);
  };
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer: bytes } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw broken();
  return bytes;
}

const numbersIn = (bytes: Buffer) =>
  Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));

/**
 * Reads the allocation table (the next sector of each sector). Its own sectors are listed in the header and, for large files, in
 * further sectors.
 */
async function readTable(
  header: Buffer,
  readSector: (number: number) => Promise<Buffer>,
  numbersPerSector: number,
  maxSectors: number,
): Promise<Uint32Array> {
  const count = header.readUInt32LE(44);
  if (count > maxSectors) throw broken();
  const ownSectors = [...numbersIn(header.subarray(76, 76 + 4 * SECTORS_IN_HEADER))];
  let next = header.readUInt32LE(68);
  while (ownSectors.length < count && next < FIRST_SPECIAL) {
    const numbers = [...numbersIn(await readSector(next))];
    next = numbers.pop() ?? END_OF_CHAIN;
    ownSectors.push(...numbers);
  }
  if (ownSectors.length < count) throw broken();
  const table = new Uint32Array(count * numbersPerSector);
  for (const [index, number] of ownSectors.slice(0, count).entries()) {
    table.set(numbersIn(await readSector(number)), index * numbersPerSector);
  }
  return table;
}

/** Yields the sectors of a chain, in order; a circular chain is cut off at `max` sectors. */
function* chain(table: Uint32Array, start: number, max: number): Generator<number, void, undefined> {
  let number = start;
  for (let count = 0; number < FIRST_SPECIAL; count += 1) {
    if (count >= max) return;
    yield number;
    number = table[number] ?? END_OF_CHAIN;
  }
}

/** Parses the entries of a directory; the first is the root. */
function entriesIn(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const nameLength = directory.readUInt16LE(at + 64);
    if (directory[at + 66] === 0 || nameLength < 2 || nameLength > 64) continue;
    const name = directory.toString('utf16le', at, at + nameLength - 2);
    entries.push({ name, start: directory.readUInt32LE(at + 116), size: directory.readUInt32LE(at + 120) });
  }
  return entries;
}

/**
 * Decrypts a workbook that has the default password into a file beside it, which is deleted after `use`.
 *
 * @throws {Refusal} `not_a_workbook` if it needs a password, `damaged_workbook`
 */
export async function withUnlocked<T>(path: string, use: (unlocked: string) => Promise<T>): Promise<T> {
  const unlocked = `${path}.unlocked`;
  const file = await open(path);
  try {
    const streamOf = await openCompoundFile(file);
    const decryptor = decryptorOf(await buffer(streamOf('EncryptionInfo')));
    if (decryptor === undefined) {
      throw notAWorkbook('The file is protected with a password.', 'Remove the password and upload the file again.');
    }
    await writeNewFile(unlocked, [Readable.from(decryptor(streamOf('EncryptedPackage')))]);
    return await use(unlocked);
  } finally {
    await file.close();
    await rm(unlocked, { force: true });
  }
}
