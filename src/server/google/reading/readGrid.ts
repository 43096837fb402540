import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type GoogleAnswer,
  type GoogleClient,
  GoogleTrouble,
  type JsonRecord,
  readJson,
  recordIn,
  textIn,
} from '../client';
import type { GoogleAddresses } from '../googleAddresses';
import type { GoogleGate } from '../googleGate';
import { GRID_FIELDS, type GridText } from '../../workbook/google/importGoogleSheet';
import { closeGate, failure, save } from './exportSheet';
import { goneSheet, notSwitchedOn, otherDocument, privateForAccount } from './googleRefusals';

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

/** What the Sheets API is asked with. */
export interface GridParts {
  readonly addresses: GoogleAddresses;
  readonly client: GoogleClient;
  /** Of all people together. */
  readonly gate: GoogleGate;
  readonly gateOf: (personId: string) => GoogleGate;
  /** A folder for files that are there for a moment. */
  readonly folder: string;
}

/** Somebody's token. */
export interface GridReader {
  readonly personId: string;
  readonly email: string;
  readonly token: string;
}

/** Google does not take the token. */
export const TOKEN_REFUSED = 'tokenRefused';

const reasonsIn = (error: JsonRecord) => JSON.stringify(error.details ?? '');

/** Google counts for each person, and for all of them; the answer says which limit it was. */
async function closeGates(answer: GoogleAnswer, error: JsonRecord, parts: GridParts, personId: string) {
  const isPersons = /PerUser/.test(reasonsIn(error));
  return closeGate(answer, isPersons ? parts.gateOf(personId) : parts.gate);
}

async function refusalOf(answer: GoogleAnswer, parts: GridParts, { personId, email }: GridReader) {
  const { status } = answer;
  const error = recordIn(await readJson(answer.body), 'error');
  const reasons = reasonsIn(error);
  if (status === 401 || reasons.includes('ACCESS_TOKEN_SCOPE_INSUFFICIENT')) return TOKEN_REFUSED;
  if (status === 429 || /RATE_LIMIT_EXCEEDED/.test(reasons)) return closeGates(answer, error, parts, personId);
  if (reasons.includes('SERVICE_DISABLED')) return notSwitchedOn();
  if (status === 403) return privateForAccount(email);
  if (status === 404) return goneSheet();
  if (status === 400) return otherDocument();
  return failure(answer, textIn(error, 'status').slice(0, 60));
}

/** One call for all tabs: their numbers, titles, values and number formats ("Method: spreadsheets.get"). */
function addressOf({ addresses }: GridParts, sheetId: string): URL {
  const url = addresses.spreadsheet(sheetId);
  url.search = new URLSearchParams({ includeGridData: 'true', fields: GRID_FIELDS, prettyPrint: 'false' }).toString();
  return url;
}

/**
 * Fetches a spreadsheet by the Sheets API.
 *
 * @returns the answer; where it is in a file, whoever has asked for it removes that
 * @throws Refusal `source_…` with what to do, GoogleTrouble, or the signal's reason when it is aborted
 */
export async function readGrid(
  parts: GridParts,
  reader: GridReader,
  sheetId: string,
  signal: AbortSignal,
): Promise<GridText | typeof TOKEN_REFUSED> {
  await parts.gateOf(reader.personId).pass(signal);
  await parts.gate.pass(signal);
  const answer = await parts.client.send({ url: addressOf(parts, sheetId), token: reader.token }, signal);
  try {
    if (answer.status !== 200) {
      const refusal = await refusalOf(answer, parts, reader);
      if (refusal === TOKEN_REFUSED) return refusal;
      throw refusal;
    }
    return await receiveGrid(answer, parts.folder, signal);
  } finally {
    answer.body.destroy();
  }
}
