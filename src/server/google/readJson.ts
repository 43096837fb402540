import type { IncomingMessage } from 'node:http';
import { GoogleTrouble } from './googleTrouble';

/** More than most answers that are read like this have. */
const MOST = 256 * 1024;

export type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is a record; an empty one where it is not. */
export function recordIn(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isRecord(value) ? value : {};
}

/** A member that is a text; an empty one where it is not. */
export function textIn(record: JsonRecord, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value : '';
}

/** The records of a member that is a list; none where it is not. */
export function listIn(record: JsonRecord, name: string): readonly JsonRecord[] {
  const value = record[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Reads a text that is to be the JSON of a record; an empty record where it is not. */
export function recordOf(text: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Reads a small answer. @param most bytes; @throws GoogleTrouble when it breaks off or is too long */
export async function readJson(body: IncomingMessage, most = MOST): Promise<JsonRecord> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) throw new GoogleTrouble('tooLarge', 'The answer is too long.');
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The answer broke off.', error);
  } finally {
    body.destroy();
  }
  return recordOf(Buffer.concat(pieces).toString('utf8'));
}
