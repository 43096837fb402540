import { createDeflateRaw, crc32 } from 'node:zlib';

/** A file to be packed. */
export interface ZipPart {
  readonly name: string;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
}

/** What the directory at the end says of a part. */
interface Listed {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

const VERSION = 20;
/** Sizes and checksum follow the content (bit 3), names are UTF-8 (bit 11). */
const FLAGS = (1 << 3) | (1 << 11);
const DEFLATED = 8;
/** 1980-01-01, the first day the format knows. */
const DAY = 0x21;

/** How each part is packed, and from when it is. */
const PACKED = [
  [VERSION, 2],
  [FLAGS, 2],
  [DEFLATED, 2],
  [0, 2],
  [DAY, 2],
] as const;

function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of fields) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}

function localHeader(name: Buffer): Buffer {
  const head = numbers(
    [0x04034b50, 4],
    ...PACKED,
    ...([
      [0, 4],
      [0, 4],
      [0, 4],
      [name.length, 2],
      [0, 2],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

const descriptor = ({ crc, packed, size }: Listed) => numbers([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);

function listing({ name, offset, crc, packed, size }: Listed): Buffer {
  const head = numbers(
    [0x02014b50, 4],
    [VERSION, 2],
    ...PACKED,
    ...([
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
    ] as const),
    ...([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const),
  );
  return Buffer.concat([head, name]);
}

const endRecord = (parts: number, bytes: number, offset: number) =>
  numbers([0x06054b50, 4], [0, 2], [0, 2], [parts, 2], [parts, 2], [bytes, 4], [offset, 4], [0, 2]);

/** Compresses content as it comes, and counts it. */
async function* deflated(content: ZipPart['content'], counted: { crc: number; size: number }) {
  const deflate = createDeflateRaw({ level: 1 });
  const feed = async () => {
    for await (const bytes of content) {
      counted.crc = crc32(bytes, counted.crc);
      counted.size += bytes.length;
      if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve));
    }
    deflate.end();
  };
  const feeding = feed().catch((error: unknown) =>
    deflate.destroy(error instanceof Error ? error : new Error('failed')),
  );
  try {
    for await (const bytes of deflate) yield bytes as Buffer;
    await feeding;
  } finally {
    deflate.destroy();
  }
}

/**
 * A ZIP file, written as it is read: each part is compressed while it comes, its size and checksum follow it (APPNOTE,
 * section 4.3.9). Parts and the whole have to stay below 4 GiB.
 */
export async function* zipStream(parts: Iterable<ZipPart>): AsyncGenerator<Buffer, void, undefined> {
  const listed: Listed[] = [];
  let offset = 0;
  const passed = (bytes: Buffer) => {
    offset += bytes.length;
    return bytes;
  };
  for (const part of parts) {
    const name = Buffer.from(part.name);
    const begin = offset;
    yield passed(localHeader(name));
    const start = offset;
    const counted = { crc: 0, size: 0 };
    for await (const bytes of deflated(part.content, counted)) yield passed(bytes);
    const done: Listed = { name, offset: begin, packed: offset - start, ...counted };
    listed.push(done);
    yield passed(descriptor(done));
  }
  const directory = Buffer.concat(listed.map(listing));
  yield Buffer.concat([directory, endRecord(listed.length, directory.length, offset)]);
}
