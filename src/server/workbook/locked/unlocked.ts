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
 * Compound file (MS-CFB), the container of old Office files and of protected new ones: streams by name, read in chunks. No
 * reference of the file is followed beyond its end.
 */
class CompoundFile {
  private constructor(
    private readonly file: FileHandle,
    private readonly sector: number,
    private readonly table: Uint32Array,
    /** Directory entries; the first is the root. */
    private readonly entries: readonly Entry[],
    private readonly small: { readonly below: number; readonly size: number; readonly table: Uint32Array },
  ) {}

  /** Opens a compound file. @param bytes length of the file @throws {Refusal} `damaged_workbook` */
  static async open(file: FileHandle, bytes: number): Promise<CompoundFile> {
    const header = await readAt(file, 0, HEADER_BYTES);
    const sector = 1 << header.readUInt16LE(30);
    if (sector !== 512 && sector !== 4096) throw broken();
    const max = Math.ceil(bytes / sector);
    const read = (number: number) => readAt(file, (number + 1) * sector, sector);
    const table = await readTable(header, read, sector / 4, max);
    const readChain = async (start: number) => {
      const sectors: Buffer[] = [];
      for (const number of chain(table, start, max)) sectors.push(await read(number));
      return Buffer.concat(sectors);
    };
    const entries = entriesIn(await readChain(header.readUInt32LE(48)));
    const small = {
      below: header.readUInt32LE(56),
      size: 1 << Math.min(header.readUInt16LE(32), 12),
      table: numbersIn(await readChain(header.readUInt32LE(60))),
    };
    return new CompoundFile(file, sector, table, entries, small);
  }

  /** Yields the bytes of a stream. @throws {Refusal} `damaged_workbook` if they are missing */
  async *stream(name: string): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.entries.find((one) => one.name === name);
    if (entry === undefined) throw broken();
    if (entry.size < this.small.below) yield await this.#small(entry);
    else yield* this.#large(entry);
  }

  async *#large({ start, size }: Entry): AsyncGenerator<Buffer, void, undefined> {
    let left = size;
    for (const number of chain(this.table, start, Math.ceil(size / this.sector))) {
      if (left <= 0) return;
      const piece = await readAt(this.file, (number + 1) * this.sector, Math.min(left, this.sector));
      left -= piece.length;
      yield piece;
    }
    if (left > 0) throw broken();
  }

  /** Reads a small stream: these share the sectors of the root entry. */
  async #small({ start, size }: Entry): Promise<Buffer> {
    const { small } = this;
    const [root] = this.entries;
    if (root === undefined || root.size > 1 << 24) throw broken();
    const all = await buffer(this.#large(root));
    const numbers = chain(small.table, start, Math.ceil(size / small.size));
    const parts = [...numbers].map((number) => all.subarray(number * small.size, (number + 1) * small.size));
    const bytes = Buffer.concat(parts).subarray(0, size);
    if (bytes.length < size) throw broken();
    return bytes;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer: bytes } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw broken();
  return bytes;
}

const numbersIn = (bytes: Buffer) =>
  Uint32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));

/**
 * Reads the allocation table (the next sector of each sector). Its own sectors are listed in the header and, for large files, in
 * further sectors.
 */
async function readTable(
  header: Buffer,
  read: (sector: number) => Promise<Buffer>,
  perSector: number,
  max: number,
): Promise<Uint32Array> {
  const count = header.readUInt32LE(44);
  if (count > max) throw broken();
  const places = [...numbersIn(header.subarray(76, 76 + 4 * SECTORS_IN_HEADER))];
  let next = header.readUInt32LE(68);
  while (places.length < count && next < FIRST_SPECIAL) {
    const numbers = [...numbersIn(await read(next))];
    next = numbers.pop() ?? END_OF_CHAIN;
    places.push(...numbers);
  }
  if (places.length < count) throw broken();
  const table = new Uint32Array(count * perSector);
  for (const [at, place] of places.slice(0, count).entries()) table.set(numbersIn(await read(place)), at * perSector);
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
    const { size } = await file.stat();
    const container = await CompoundFile.open(file, size);
    const decryptor = decryptorOf(await buffer(container.stream('EncryptionInfo')));
    if (decryptor === undefined) {
      throw notAWorkbook('The file is protected with a password.', 'Remove the password and upload the file again.');
    }
    await writeNewFile(unlocked, [Readable.from(decryptor(container.stream('EncryptedPackage')))]);
    return await use(unlocked);
  } finally {
    await file.close();
    await rm(unlocked, { force: true });
  }
}
