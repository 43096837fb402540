import { DRIVE_ID_PREFIX, GOOGLE_SHEETS_HOST, sheetIdOf } from '../../contract/sheetUrl';
import { draftAccepted, draftCleared, draftRejected } from './createFlowSlice';

/**
 * Which event a change of the input is (specification, section 5): nothing typed, a text that is no spreadsheet's URL, or
 * one that is. The text is taken as it stands; only pasting trims white space.
 *
 * @param hosts origins that spreadsheets are accepted from, see `selectSheetHosts`
 */
export function draftEventFor(text: string, hosts: readonly string[]) {
  if (text === '') return draftCleared();
  const sheetId = sheetIdOf(text, hosts);
  return sheetId === undefined ? draftRejected({ text }) : draftAccepted({ text, sheetId });
}

/** An id in an address of Google's that begins otherwise: another account (`/u/1`), a company's (`/a/acme.com`), no https. */
const GOOGLE_SHEET = /(?:docs|sheets)\.google\.com\/(?:a\/[^/\s]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{20,})/;

/** The id alone. */
const GOOGLE_ID = /^[\w-]{40,60}$/;

const OWN_SHEET = new RegExp(`/spreadsheets/d/(${DRIVE_ID_PREFIX}[\\w-]{24})`);

const FILE =
  /^(?:https?:\/\/)?(?:drive\.google\.com|(?:www\.)?dropbox\.com|1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com)\//;

/**
 * The URL of a spreadsheet that a text which is none was most likely meant to be.
 *
 * @param hosts origins that spreadsheets are accepted from, see `selectSheetHosts`
 */
export function meantUrl(text: string, hosts: readonly string[]): string | undefined {
  const own = OWN_SHEET.exec(text)?.[1];
  const ownHost = hosts.find((host) => host !== GOOGLE_SHEETS_HOST);
  if (own !== undefined && ownHost !== undefined) return `${ownHost}/spreadsheets/d/${own}`;
  const id = GOOGLE_SHEET.exec(text)?.[1] ?? GOOGLE_ID.exec(text)?.[0];
  return id === undefined ? undefined : `${GOOGLE_SHEETS_HOST}/spreadsheets/d/${id}`;
}

/** Whether a text is the link of a file at a service that keeps files. */
export const isFileLink = (text: string) => FILE.test(text);
