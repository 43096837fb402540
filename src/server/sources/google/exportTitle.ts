import type { IncomingHttpHeaders } from 'node:http';
import { cleanTitle } from '../../titles';

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
