import { rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { FetchedSpreadsheet, Source } from '../../workbook/source';
import type { Workers } from '../../workers/workers';
import { pauseOf } from '../answers';
import type { GoogleAnswer } from '../client';
import { EXPORTS, type Google } from '../quotas';
import { createSharedWork, failure, fetchedTabs, refusalOfImport, save, twice, UNTITLED } from './fetching';
import { goneSheet, LATE, noDownloads, otherDocument, privateSheet, quotaReached } from './googleRefusals';

/** What spreadsheets of Google are read with. */
export interface ReadingParts {
  readonly google: Google;
  readonly workers: Workers;
  /** A folder for files that are there for a moment. */
  readonly folder: string;
}

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

/** What is wrong with an answer; undefined when it is a file. */
async function wrongWith(answer: GoogleAnswer, { quotas }: Google): Promise<Refusal | undefined> {
  const { status, headers, wantsSignIn } = answer;
  if (wantsSignIn || status === 401) return privateSheet();
  if (status === 403) return noDownloads();
  if (status === 404 || status === 410) return goneSheet();
  if (status === 400) return otherDocument();
  if (status === 429) {
    await quotas.close(EXPORTS, pauseOf(answer));
    return quotaReached(pauseOf(answer));
  }
  if (status !== 200) return failure(answer);
  // Google shows a page instead of the file to people who may not read it.
  return headers['content-type']?.startsWith('text/html') === true ? privateSheet() : undefined;
}

/** Fetches a spreadsheet as the .xlsx file that Google makes of it. @returns its title, and the path of a file that is to be removed */
async function exportSheet({ google, folder }: ReadingParts, sheetId: string, signal: AbortSignal) {
  const { client, quotas } = google;
  await quotas.pass(signal, EXPORTS);
  const answer = await client.get(client.addresses.exportOf(sheetId), signal);
  try {
    const wrong = await wrongWith(answer, google);
    if (wrong !== undefined) throw wrong;
    return { title: exportTitle(answer.headers), path: await save(answer, folder, signal) };
  } finally {
    answer.body.destroy();
  }
}

const READ_ONLY = 'Read only: a sheet that is shared by link cannot be written to.';

/** Google spreadsheets that are shared by link, read in the same way as an upload. Callers who ask for the same one share it. */
export function createGoogleLinkSource(parts: ReadingParts): Source {
  const shared = createSharedWork<FetchedSpreadsheet>();

  async function read(sheetId: string, signal: AbortSignal): Promise<FetchedSpreadsheet> {
    const { title, path } = await twice(() => exportSheet(parts, sheetId, signal), signal);
    try {
      const file = { path, fileName: `${title}.xlsx`, marked: true };
      const { tabs } = await parts.workers.run('importWorkbook', file, { signal });
      const rights = { writable: false, readOnlyReason: READ_ONLY };
      return { source: 'googleLink', title, ...rights, steadyNumbers: false, ...fetchedTabs(tabs) };
    } catch (error) {
      throw refusalOfImport(error);
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    held: true,
    late: LATE,
    patience: 60_000,
    read: (_owner, sheetId, signal) => shared(sheetId, signal, (ending) => read(sheetId, ending)),
  };
}
