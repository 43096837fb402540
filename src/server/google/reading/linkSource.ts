import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../../refusal';
import { cleanTitle } from '../../titles';
import type { Source } from '../../workbook/source';
import type { Workers } from '../../workers/workers';
import type { GoogleAnswer } from '../client';
import { EXPORTS, type Google } from '../quotas';
import { pauseOf } from '../responses';
import { fetchedTabs, importSaved, retryOnce, save, serverError, UNTITLED } from './fetching';
import { goneSheet, TIMED_OUT, noDownloads, otherDocument, privateSheet, quotaReached } from './googleRefusals';

/** Dependencies for reading Google spreadsheets. */
export interface ReadingParts {
  readonly google: Google;
  readonly workers: Workers;
  /** Folder for temporary files. */
  readonly folder: string;
}

/** Decodes `UTF-8''Teas%20%26%20more.xlsx` (RFC 8187); undefined for other values. */
function decodeExtended(value: string | undefined): string | undefined {
  const encoded = /^utf-8'[^']*'(.*)$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Returns the title of a spreadsheet from the file name of its export (`Content-Disposition`, RFC 6266). */
export function exportTitle({ 'content-disposition': header = '' }: IncomingHttpHeaders): string {
  const extended = decodeExtended(/filename\*=([^;\s]+)/i.exec(header)?.[1]);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/i.exec(header)?.[1]?.replace(/\\(.)/g, '$1');
  return cleanTitle((extended ?? quoted ?? '').replace(/\.xlsx$/i, '')) || UNTITLED;
}

/** Returns the refusal for a response that is not a file; undefined for a file. */
async function refusalOfResponse(answer: GoogleAnswer, { quotas }: Google): Promise<Refusal | undefined> {
  const { status, headers, wantsSignIn } = answer;
  if (wantsSignIn || status === 401) return privateSheet();
  if (status === 403) return noDownloads();
  if (status === 404 || status === 410) return goneSheet();
  if (status === 400) return otherDocument();
  if (status === 429) {
    await quotas.close(EXPORTS, pauseOf(answer));
    return quotaReached(pauseOf(answer));
  }
  if (status !== 200) return serverError(answer);
  // Google responds with a page instead of the file when the sheet is not shared.
  return headers['content-type']?.startsWith('text/html') === true ? privateSheet() : undefined;
}

/** Downloads a spreadsheet as .xlsx. @returns its title, and the path of a file that the caller removes */
async function exportSheet({ google, folder }: ReadingParts, sheetId: string, signal: AbortSignal) {
  const { client, quotas } = google;
  await quotas.pass(signal, EXPORTS);
  const answer = await client.get(client.addresses.exportOf(sheetId), signal);
  try {
    const refusal = await refusalOfResponse(answer, google);
    if (refusal !== undefined) throw refusal;
    return { title: exportTitle(answer.headers), path: await save(answer, folder, signal) };
  } finally {
    answer.body.destroy();
  }
}

const READ_ONLY = 'Read only: a sheet that is shared by link cannot be written to.';

/** Creates the source of Google spreadsheets shared by link, which are imported like an upload. */
export const createGoogleLinkSource = (parts: ReadingParts): Source => ({
  cachesChecks: true,
  timeoutMessage: TIMED_OUT,
  backgroundTimeoutMs: 60_000,
  async read(_owner, sheetId, signal) {
    const { title, path } = await retryOnce(() => exportSheet(parts, sheetId, signal), signal);
    const file = { path, fileName: `${title}.xlsx`, withHashes: true };
    const { tabs } = await importSaved(path, () => parts.workers.run('importWorkbook', file, { signal }));
    return {
      source: 'googleLink',
      title,
      writable: false,
      readOnlyReason: READ_ONLY,
      steadyNumbers: false,
      ...fetchedTabs(tabs),
    };
  },
});
