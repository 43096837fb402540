import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits';
import { writeNewFile } from '../../newFile';
import { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { ImportedTab } from '../../workbook/tabWriter';
import type { FetchedSpreadsheet, FetchedTab } from '../../workbook/source';
import { GoogleTrouble, pauseOf, retryAfter } from '../answers';
import type { GoogleAnswer } from '../client';
import type { GoogleAccess } from '../consent/connections';
import { notHandedOut, notReadable, refusalOfTrouble } from './googleRefusals';

/** A Google account that spreadsheets are read with. */
export interface GridAccount {
  /** Whose calls Google counts together. */
  readonly id: string;
  /** What is found by it can be written to, or why not. */
  readonly rights: Pick<FetchedSpreadsheet, 'writable' | 'readOnlyReason'>;
  /** The sentence for an account, or a client, that Google does not know. */
  readonly unknown: string;
  /** @param refused a token that Google has refused: another one is needed */
  access(refused?: string): Promise<GoogleAccess>;
  /** Looks at a file before it is read; throws a refusal where reading can be spared. */
  readonly before?: (token: string, sheetId: string, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Reads a spreadsheet by the Sheets API with an account.
 *
 * @returns the spreadsheet, or why there is no access
 * @throws Refusal `source_…` with what to do; the signal's reason when it is aborted
 */
export type ReadAs = (
  account: GridAccount,
  sheetId: string,
  signal: AbortSignal,
) => Promise<FetchedSpreadsheet | Exclude<GoogleAccess['kind'], 'open'>>;

export const UNTITLED = 'Untitled spreadsheet';

/** Milliseconds before something that failed is tried once more, at least; chance adds as much again. */
const BEFORE_AGAIN = 400;

const mayPass = (error: unknown) =>
  error instanceof GoogleTrouble && (error.kind === 'unreachable' || error.kind === 'failing');

/**
 * What fails on Google's side is tried once more.
 *
 * @throws Refusal with what to do; the signal's reason when it is aborted
 */
export async function twice<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await attempt().catch(async (error: unknown) => {
      if (!mayPass(error)) throw error;
      await sleep(BEFORE_AGAIN * (1 + Math.random()), undefined, { signal }).catch(() => signal.throwIfAborted());
      return attempt();
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GoogleTrouble ? refusalOfTrouble(error) : error;
  }
}

/**
 * Something went wrong at Google's.
 *
 * @returns the refusal to show, where Google says when to come again
 * @throws GoogleTrouble where it does not: it may be otherwise in a moment
 */
export function failure(answer: Pick<GoogleAnswer, 'status' | 'headers'>, name = ''): Refusal {
  const { status, headers } = answer;
  if (retryAfter(headers, Date.now()) === undefined) {
    throw new GoogleTrouble('failing', `Google answered ${status} ${name}`.trim());
  }
  return notHandedOut(pauseOf(answer));
}

/** Passes bytes on until they are too many. */
function atMost(most: number) {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new GoogleTrouble('tooLarge', `The answer has more than ${most} bytes.`));
      else done(null, chunk);
    },
  });
}

/**
 * Writes the body of an answer into a new file.
 *
 * @param folder for files that are there for a moment
 * @returns the path of the file, which the caller removes
 * @throws GoogleTrouble; the signal's reason when it is aborted
 */
export async function save({ body, headers }: GoogleAnswer, folder: string, signal: AbortSignal): Promise<string> {
  const most = limits.uploadBytes;
  if (Number(headers['content-length'] ?? 0) > most) throw new GoogleTrouble('tooLarge', 'The answer is too large.');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  try {
    await writeNewFile(path, [body, atMost(most)], signal);
    return path;
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The answer broke off.', error);
  }
}

/** A tab that was read from Google: it knows no ids of rows. */
function fetchedTab({ head, raw, derived, mark = '' }: ImportedTab, position: number): FetchedTab {
  const { rows, columns, warnings } = derived;
  return {
    sheetId: head.sheetId,
    title: cleanTitle(head.title) || `Sheet ${position + 1}`,
    hidden: head.hidden,
    ...{ rows, columns: columns.length, warnings, mark },
    headers: columns.map(({ header }) => header),
    raw: async () => ({ packed: async () => raw, derived, foreign: { mark } }),
  };
}

/** The tabs of a spreadsheet that was read from Google. */
export const fetchedTabs = (tabs: readonly ImportedTab[]): Pick<FetchedSpreadsheet, 'bytes' | 'tabs'> => ({
  bytes: tabs.reduce((bytes, { raw, derived }) => bytes + raw.length + derived.packed.length, 0),
  tabs: tabs.map(fetchedTab),
});

/** Trouble with a file that Google has made is none of the person's. */
export const refusalOfImport = (error: unknown) =>
  error instanceof Refusal && /_workbook$/.test(error.code) ? notReadable() : error;

/** Work that is under way for one or more callers. */
interface Flight<T> {
  readonly done: Promise<T>;
  readonly ending: AbortController;
  waiting: number;
}

/** Lets those who ask for the same thing at the same time share one piece of work. It is ended when the last of them has left. */
export function createSharedWork<T>() {
  const flights = new Map<string, Flight<T>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const ending = new AbortController();
    const done = work(ending.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
    });
    done.catch(() => undefined);
    const flight: Flight<T> = { done, ending, waiting: 0 };
    flights.set(key, flight);
    return flight;
  }

  return async (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    const flight = flights.get(key) ?? begin(key, work);
    flight.waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([flight.done, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      // What is done is among them no more.
      if (flight.waiting === 0 && flights.get(key) === flight) {
        flights.delete(key);
        flight.ending.abort(signal.aborted ? signal.reason : undefined);
      }
    }
  };
}
