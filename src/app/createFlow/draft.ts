import { DRIVE_ID_PREFIX, GOOGLE_SHEETS_HOST, sheetIdOf } from '../../contract/sheetUrl';
import { draftAccepted, draftCleared, draftRejected } from './createFlowSlice';

/**
 * Returns the event of a changed input (specification, section 5): empty, not the URL of a spreadsheet, or the URL of a spreadsheet.
 * The text is not trimmed here; only pasting trims white space.
 *
 * @param hosts origins from which spreadsheets are accepted, see `selectSheetHosts`
 */
export function draftEventFor(text: string, hosts: readonly string[]) {
  if (text === '') return draftCleared();
  const sheetId = sheetIdOf(text, hosts);
  return sheetId === undefined ? draftRejected({ text }) : draftAccepted({ text, sheetId });
}

/** Matches the id in other URLs of Google Sheets: of another account (`/u/1`), of a company (`/a/acme.com`), or without https. */
const GOOGLE_SHEET = /(?:docs|sheets)\.google\.com\/(?:a\/[^/\s]+\/)?spreadsheets\/(?:u\/\d+\/)?d\/([\w-]{20,})/;

/** Matches a bare id. */
const GOOGLE_ID = /^[\w-]{40,60}$/;

const OWN_SHEET = new RegExp(`/spreadsheets/d/(${DRIVE_ID_PREFIX}[\\w-]{24})`);

const FILE =
  /^(?:https?:\/\/)?(?:drive\.google\.com|(?:www\.)?dropbox\.com|1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com)\//;

/**
 * Returns the spreadsheet URL that an invalid text was probably meant to be, or undefined.
 *
 * @param hosts origins from which spreadsheets are accepted, see `selectSheetHosts`
 */
export function suggestedUrl(text: string, hosts: readonly string[]): string | undefined {
  const own = OWN_SHEET.exec(text)?.[1];
  const ownHost = hosts.find((host) => host !== GOOGLE_SHEETS_HOST);
  if (own !== undefined && ownHost !== undefined) return `${ownHost}/spreadsheets/d/${own}`;
  const id = GOOGLE_SHEET.exec(text)?.[1] ?? GOOGLE_ID.exec(text)?.[0];
  return id === undefined ? undefined : `${GOOGLE_SHEETS_HOST}/spreadsheets/d/${id}`;
}

/** Returns whether a text is the link of a file at a file hosting service. */
export const isFileLink = (text: string) => FILE.test(text);
