import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits';
import { refusalOfDisk } from '../../database/databaseErrors';
import { writeNewFile } from '../../newFile';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { ImportedTab } from '../../workbook/tabWriter';
import type { FetchedSpreadsheet, FetchedTab } from '../../workbook/source';
import type { GoogleAnswer } from '../client';
import type { GoogleAccess } from '../consent/connections';
import { GoogleTrouble, pauseOf, retryAfter } from '../responses';
import { notHandedOut, notReadable, refusalOfTrouble } from './googleRefusals';

/** A Google account for reading spreadsheets. */
export interface GridAccount {
  /** Id for the per-user quota. */
  readonly id: string;
  /** Whether spreadsheets read with this account are writable, or why not. */
  readonly rights: Pick<FetchedSpreadsheet, 'writable' | 'readOnlyReason'>;
  /** Sentence when Google does not know the account or the client. */
  readonly unknown: string;
  /** @param refused a token that Google has rejected, so that another one is needed */
  access(refused?: string): Promise<GoogleAccess>;
  /** Checks a file before it is read; throws a refusal when reading it is pointless. */
  readonly before?: (token: string, sheetId: string, signal: AbortSignal) => Promise<unknown>;
}

/** The spreadsheet, or why the account gives no access. */
export type ReadResult = FetchedSpreadsheet | Exclude<GoogleAccess['kind'], 'open'>;

/**
 * Reads a spreadsheet by the Sheets API with an account.
 *
 * @throws Refusal `source_…` with a remedy; the signal's reason when it is aborted
 */
export type ReadAs = (account: GridAccount, sheetId: string, signal: AbortSignal) => Promise<ReadResult>;

export const UNTITLED = 'Untitled spreadsheet';

/** Minimum milliseconds before a retry; up to as many are added at random. */
const MIN_RETRY_DELAY_MS = 400;

const isTemporary = (error: unknown) =>
  error instanceof GoogleTrouble && (error.kind === 'unreachable' || error.kind === 'failing');

/**
 * Retries once after a failure on Google's side.
 *
 * @throws Refusal with a remedy; the signal's reason when it is aborted
 */
export async function retryOnce<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await attempt().catch(async (error: unknown) => {
      if (!isTemporary(error)) throw error;
      await sleep(MIN_RETRY_DELAY_MS * (1 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted());
      return attempt();
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GoogleTrouble ? refusalOfTrouble(error) : error;
  }
}

/**
 * Handles a server error of Google.
 *
 * @returns the refusal to show, when Google sent `Retry-After`
 * @throws GoogleTrouble otherwise: a retry may succeed
 */
export function serverError(answer: Pick<GoogleAnswer, 'status' | 'headers'>, name = ''): Refusal {
  const { status, headers } = answer;
  if (retryAfter(headers, Date.now()) === undefined) {
    throw new GoogleTrouble('failing', `Google answered ${status} ${name}`.trim());
  }
  return notHandedOut(pauseOf(answer));
}

/** Creates a stream that fails after too many bytes. */
function limitBytes(maxBytes: number) {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new GoogleTrouble('tooLarge', `The answer has more than ${maxBytes} bytes.`));
      else done(null, chunk);
    },
  });
}

/**
 * Writes the body of a response into a new file.
 *
 * @param folder for temporary files
 * @returns the path of the file, which the caller removes
 * @throws GoogleTrouble; the signal's reason when it is aborted
 */
export async function save({ body, headers }: GoogleAnswer, folder: string, signal: AbortSignal): Promise<string> {
  const maxBytes = limits.uploadBytes;
  if (Number(headers['content-length'] ?? 0) > maxBytes)
    throw new GoogleTrouble('tooLarge', 'The answer is too large.');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    await writeNewFile(path, [body, limitBytes(maxBytes)], signal);
    return path;
  } catch (error) {
    signal.throwIfAborted();
    if (refusalOfDisk(error) !== undefined) throw error;
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The answer broke off.', error);
  }
}

/** Converts a tab imported from Google, which has no row ids. */
function fetchedTab({ head, raw, derived, rawHash = '' }: ImportedTab, position: number): FetchedTab {
  const { rows, columns, warnings } = derived;
  return {
    sheetId: head.sheetId,
    title: cleanTitle(head.title) || `Sheet ${position + 1}`,
    hidden: head.hidden,
    rows,
    columns: columns.length,
    warnings,
    rawHash,
    headers: columns.map(({ header }) => header),
    raw: async () => ({ packed: async () => raw, derived, foreign: { rawHash } }),
  };
}

/** Converts the tabs of a spreadsheet imported from Google. */
export const fetchedTabs = (tabs: readonly ImportedTab[]): Pick<FetchedSpreadsheet, 'bytes' | 'tabs'> => ({
  bytes: tabs.reduce((bytes, { raw, derived }) => bytes + raw.length + derived.packed.length, 0),
  tabs: tabs.map(fetchedTab),
});

/**
 * Imports a saved response in a worker, and removes its file. A file of Google that is invalid is reported as unreadable: the person
 * cannot change it.
 *
 * @param path of the file
 */
export async function importSaved<T>(path: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Refusal && /_workbook$/.test(error.code) ? notReadable() : error;
  } finally {
    await rm(path, { force: true });
  }
}
