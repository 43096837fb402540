import { createDecipheriv, createHash } from 'node:crypto';
import { damaged } from '../refusals';

/**
 * Default password with which Excel encrypts workbooks whose structure is protected; it opens them without asking (MS-OFFCRYPTO,
 * 2.4.2.3).
 */
const PASSWORD = Buffer.from('VelvetSweatshop', 'utf16le');

/** Decrypts the bytes of a protected workbook, chunk by chunk. */
type Decryptor = (pieces: AsyncIterable<Buffer>) => AsyncGenerator<Buffer, void, undefined>;

/** Maximum hash iterations. Excel uses 100,000; a file that requests far more would block the thread. */
const MAX_ROUNDS = 1_000_000;
const MAX_INFO_BYTES = 1 << 16;

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function hashOf(algorithm: string, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** Hashes the password iteratively, each round with its number and the previous hash. */
function iteratedHash(algorithm: string, salt: Buffer, rounds: number): Buffer {
  let hash = hashOf(algorithm, salt, PASSWORD);
  for (let round = 0; round < rounds; round += 1) hash = hashOf(algorithm, uint32(round), hash);
  return hash;
}

function decrypted(cipher: string, key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false);
  return Buffer.concat([decipher.update(bytes), decipher.final()]);
}

/** Truncates or pads bytes to a length. */
const fitted = (bytes: Buffer, length: number) =>
  Buffer.concat([bytes, Buffer.alloc(length, 0x36)]).subarray(0, length);

/**
 * Returns the decryptor of a workbook encrypted with Excel's default password.
 *
 * @param info the stream `EncryptionInfo`
 * @returns undefined if it has another password, or an unsupported encryption
 * @throws {Refusal} `damaged_workbook` if the description is invalid
 */
export function decryptorOf(info: Buffer): Decryptor | undefined {
  if (info.length < 8 || info.length > MAX_INFO_BYTES) throw damaged('it does not say how it is protected');
  const majorVersion = info.readUInt16LE(0);
  const minorVersion = info.readUInt16LE(2);
  try {
    if (minorVersion === 2) return standard(info);
    return majorVersion === 4 ? agile(info) : undefined;
  } catch {
    // An invalid length or an unknown algorithm: the description is wrong.
    throw damaged('it does not say how it is protected');
  }
}

/** Standard encryption of Excel 2007: AES without chaining, SHA-1 (MS-OFFCRYPTO, 2.3.4.5 to 2.3.4.9). */
function standard(info: Buffer): Decryptor | undefined {
  const headerLength = info.readUInt32LE(8);
  const keyBytes = info.readUInt32LE(12 + 16) / 8;
  if (![16, 24, 32].includes(keyBytes)) return undefined;
  const saltAt = 12 + headerLength + 4;
  const salt = info.subarray(saltAt, saltAt + 16);
  const verifier = info.subarray(saltAt + 16, saltAt + 32);
  const verifierHash = info.subarray(saltAt + 36, saltAt + 68);
  if (verifierHash.length < 32) throw new RangeError();
  const finalHash = hashOf('sha1', iteratedHash('sha1', salt, 50_000), uint32(0));
  const padded = (padding: number) =>
    hashOf('sha1', Buffer.from(Buffer.alloc(64, padding).map((byte, index) => byte ^ (finalHash[index] ?? 0))));
  const key = Buffer.concat([padded(0x36), padded(0x5c)]).subarray(0, keyBytes);
  const cipher = `aes-${keyBytes * 8}-ecb`;
  const open = (bytes: Buffer) => decrypted(cipher, key, null, bytes);
  if (!hashOf('sha1', open(verifier)).equals(open(verifierHash).subarray(0, 20))) return undefined;
  return (pieces) => decryptStream(pieces, (bytes) => open(bytes));
}

/** Returns the attributes of the first element of a name in a short XML text. */
function attributesOf(xml: string, element: string): ReadonlyMap<string, string> {
  const [, text = ''] = new RegExp(`<(?:\\w+:)?${element}\\s([^>]*)>`).exec(xml) ?? [];
  const pairs = text.matchAll(/(?<![\w:])([\w:]+)\s*=\s*"([^"]*)"/g);
  return new Map([...pairs].map(([, name = '', value = '']) => [name, value]));
}

const hashes: Readonly<Record<string, string>> = {
  SHA1: 'sha1',
  'SHA-1': 'sha1',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
};

/** Parses the key parameters. @returns undefined for an unsupported encryption */
function agileKey(attributes: ReadonlyMap<string, string>) {
  const hash = hashes[attributes.get('hashAlgorithm') ?? ''];
  const keyBits = Number(attributes.get('keyBits'));
  const isKnown = attributes.get('cipherAlgorithm') === 'AES' && attributes.get('cipherChaining') === 'ChainingModeCBC';
  if (hash === undefined || !isKnown || ![128, 192, 256].includes(keyBits)) return undefined;
  const salt = Buffer.from(attributes.get('saltValue') ?? '', 'base64');
  return { hash, cipher: `aes-${keyBits}-cbc`, keyBytes: keyBits / 8, salt };
}

const blockKeys = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
};

/** Size of a block of AES. */
const BLOCK_BYTES = 16;

/** Size of a segment; each is encrypted with its own initialization vector. */
const SEGMENT_BYTES = 4096;

/** Agile encryption of Excel since 2010: AES with chaining, described by XML (MS-OFFCRYPTO, 2.3.4.10 to 2.3.4.15). */
function agile(info: Buffer): Decryptor | undefined {
  const xml = info.toString('utf8', 8);
  const keyAttributes = attributesOf(xml, 'encryptedKey');
  const data = agileKey(attributesOf(xml, 'keyData'));
  const password = agileKey(keyAttributes);
  const rounds = Number(keyAttributes.get('spinCount'));
  if (data === undefined || password === undefined || !(rounds >= 0 && rounds <= MAX_ROUNDS)) return undefined;
  const passwordHash = iteratedHash(password.hash, password.salt, rounds);
  const unlock = (name: string, blockKey: Buffer) => {
    const key = fitted(hashOf(password.hash, passwordHash, blockKey), password.keyBytes);
    const iv = fitted(password.salt, BLOCK_BYTES);
    return decrypted(password.cipher, key, iv, Buffer.from(keyAttributes.get(name) ?? '', 'base64'));
  };
  const expected = hashOf(password.hash, unlock('encryptedVerifierHashInput', blockKeys.verifier));
  const verifierHash = unlock('encryptedVerifierHashValue', blockKeys.verifierHash);
  if (!verifierHash.subarray(0, expected.length).equals(expected)) return undefined;
  const key = fitted(unlock('encryptedKeyValue', blockKeys.key), data.keyBytes);
  const open = (bytes: Buffer, segment: number) => {
    const iv = fitted(hashOf(data.hash, data.salt, uint32(segment)), BLOCK_BYTES);
    return decrypted(data.cipher, key, iv, bytes);
  };
  return (pieces) => decryptStream(pieces, open);
}

/** Decrypts the stream `EncryptedPackage`: the length of its content, then the content in segments. */
async function* decryptStream(
  pieces: AsyncIterable<Buffer>,
  open: (segment: Buffer, number: number) => Buffer,
): AsyncGenerator<Buffer, void, undefined> {
  /** Bytes of the content that are not decrypted yet; -1 until its length is read. */
  let remaining = -1;
  let segmentNumber = 0;
  let encrypted: Buffer = Buffer.alloc(0);
  const take = (length: number) => {
    const segment = open(encrypted.subarray(0, length), segmentNumber).subarray(0, Math.max(0, remaining));
    encrypted = encrypted.subarray(length);
    segmentNumber += 1;
    remaining -= segment.length;
    return segment;
  };
  for await (const piece of pieces) {
    encrypted = Buffer.concat([encrypted, piece]);
    if (remaining < 0 && encrypted.length >= 8) {
      remaining = Number(encrypted.readBigUInt64LE());
      encrypted = encrypted.subarray(8);
    }
    while (remaining >= 0 && encrypted.length >= SEGMENT_BYTES) yield take(SEGMENT_BYTES);
  }
  const wholeBlocks = encrypted.length - (encrypted.length % BLOCK_BYTES);
  if (wholeBlocks > 0) yield take(wholeBlocks);
  if (remaining !== 0) throw damaged('it ends too early');
}
