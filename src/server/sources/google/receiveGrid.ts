import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { GoogleAnswer } from '../../google/client';
import { GoogleTrouble } from '../../google/googleTrouble';
import type { GridText } from '../../workbook/google/importGoogleSheet';
import { save } from './exportSheet';

/** Bytes up to which an answer is held in memory: for these a file costs more than they do. */
const SMALL = 1024 * 1024;

/** Reads until the answer ends, or is not small any more. @returns what was read */
async function readBeginning(body: Readable, signal: AbortSignal): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > SMALL) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new GoogleTrouble('unreachable', 'The answer broke off.', error);
  }
  return Buffer.concat(pieces);
}

/**
 * Takes in what the Sheets API answers: a small answer as it is, a larger one as a file that whoever has asked for it removes.
 *
 * @throws GoogleTrouble; the signal's reason when it is aborted
 */
export async function receiveGrid(answer: GoogleAnswer, folder: string, signal: AbortSignal): Promise<GridText> {
  const bytes = await readBeginning(answer.body, signal);
  if (bytes.length <= SMALL) return { bytes };
  answer.body.unshift(bytes);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  await save(answer, path, signal);
  return { path };
}
