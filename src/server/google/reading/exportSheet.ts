import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../../contract/limits';
import { type GoogleAnswer, type GoogleClient, GoogleTrouble, pauseOf, retryAfter } from '../client';
import type { GooglePlaces } from '../googleAddresses';
import type { GoogleGate } from '../googleGate';
import { writeNewFile } from '../../newFile';
import type { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import {
  goneSheet,
  noDownloads,
  notHandedOut,
  otherDocument,
  privateSheet,
  quotaReached,
  refusalOfTrouble,
} from './googleRefusals';

const UNTITLED = 'Untitled spreadsheet';

/** Decodes `UTF-8''Teas%20%26%20more.xlsx` (RFC 8187); undefined where it is something else. */
function extended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** The title of a spreadsheet: the name of the file that it is handed out as (`Content-Disposition`, RFC 6266). */
export function exportTitle({ 'content-disposition': header = '' }: IncomingHttpHeaders): string {
  const long = extended(/filename\*=([^;\s]+)/i.exec(header)?.[1]);
  const short = /filename="((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  return cleanTitle((long ?? short ?? '').replace(/\.xlsx$/i, '')) || UNTITLED;
}

/** What exports are made with. */
export interface ExportParts {
  readonly places: GooglePlaces;
  readonly client: GoogleClient;
  readonly gate: GoogleGate;
  /** A folder for files that are there for a moment. */
  readonly folder: string;
}

/** A spreadsheet as Google hands it out. */
export interface ExportedSheet {
  readonly title: string;
  /** An .xlsx file, which whoever has asked for it removes. */
  readonly path: string;
}

/** Milliseconds before something that failed is tried once more, at least; chance adds as much again. */
const BEFORE_AGAIN = 400;

const isPage = ({ headers }: GoogleAnswer) => headers['content-type']?.startsWith('text/html') ?? false;

/** Leaves Google alone for as long as an answer asks for. */
export async function closeGate(answer: GoogleAnswer, gate: GoogleGate): Promise<Refusal> {
  const pause = pauseOf(answer);
  await gate.close(pause);
  return quotaReached(pause);
}

/**
 * Something went wrong at Google's.
 *
 * @returns what a person is told, where Google says when to come again
 * @throws GoogleTrouble where it does not: it may be otherwise in a moment
 */
export function failure(answer: GoogleAnswer, name = ''): Refusal {
  const { status, headers } = answer;
  if (retryAfter(headers, Date.now()) === undefined) {
    throw new GoogleTrouble('failing', `Google answered ${status} ${name}`.trim());
  }
  return notHandedOut(pauseOf(answer));
}

/** What is wrong with an answer; undefined when it is a file. */
async function wrongWith(answer: GoogleAnswer, gate: GoogleGate): Promise<Refusal | undefined> {
  const { status, wantsSignIn } = answer;
  if (wantsSignIn || status === 401) return privateSheet();
  if (status === 403) return noDownloads();
  if (status === 404 || status === 410) return goneSheet();
  if (status === 429) return closeGate(answer, gate);
  if (status === 400) return otherDocument();
  if (status !== 200) return failure(answer);
  // A page instead of a file is what Google shows to whoever may not read.
  return isPage(answer) ? privateSheet() : undefined;
}

/** Passes bytes on until they are too many. */
function atMost(most: number) {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new GoogleTrouble('tooLarge', `The export has more than ${most} bytes.`));
      else done(null, chunk);
    },
  });
}

/** Writes the body of an answer into a new file. */
export async function save({ body, headers }: GoogleAnswer, path: string, signal: AbortSignal) {
  const most = limits.uploadBytes;
  if (Number(headers['content-length'] ?? 0) > most) throw new GoogleTrouble('tooLarge', 'The export is too large.');
  try {
    await writeNewFile(path, [body, atMost(most)], signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GoogleTrouble ? error : new GoogleTrouble('unreachable', 'The export broke off.', error);
  }
}

async function tryOnce({ places, client, gate, folder }: ExportParts, sheetId: string, signal: AbortSignal) {
  await gate.pass(signal);
  const answer = await client.get(places.exportOf(sheetId), signal);
  try {
    const wrong = await wrongWith(answer, gate);
    if (wrong !== undefined) throw wrong;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    await save(answer, path, signal);
    return { title: exportTitle(answer.headers), path };
  } finally {
    answer.body.destroy();
  }
}

/** Whether it may be otherwise in a moment. */
const mayPass = (error: unknown) =>
  error instanceof GoogleTrouble && (error.kind === 'unreachable' || error.kind === 'failing');

/**
 * Fetches a spreadsheet that is shared by link. What fails on Google's side is tried once more.
 *
 * @throws Refusal `source_…` with what to do, `busy` when too many are being fetched; the signal's reason when it is aborted
 */
export async function exportSheet(parts: ExportParts, sheetId: string, signal: AbortSignal): Promise<ExportedSheet> {
  return twice(() => tryOnce(parts, sheetId, signal), signal);
}

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
