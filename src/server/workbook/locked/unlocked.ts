import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { writeNewFile } from '../../newFile';
import { notAWorkbook } from '../refusals';
import { CompoundFile } from './compoundFile';
import { openerOf } from './defaultPassword';

async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/**
 * Unlocks a workbook that Excel opens without a question into a file beside it, which is removed when `use` has ended.
 *
 * @throws {Refusal} `not_a_workbook` where it needs a password, `damaged_workbook`
 */
export async function withUnlocked<T>(path: string, use: (unlocked: string) => Promise<T>): Promise<T> {
  const unlocked = `${path}.unlocked`;
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const container = await CompoundFile.open(file, size);
    const opener = openerOf(await bytesOf(container.stream('EncryptionInfo')));
    if (opener === undefined) {
      throw notAWorkbook('The file is protected with a password.', 'Remove the password and upload the file again.');
    }
    await writeNewFile(unlocked, [Readable.from(opener(container.stream('EncryptedPackage')))]);
    return await use(unlocked);
  } finally {
    await file.close();
    await rm(unlocked, { force: true });
  }
}
