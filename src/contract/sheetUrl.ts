/** URLs of spreadsheets (specification, section 5). */

/** Origin of Google Sheets. */
export const GOOGLE_SHEETS_HOST = 'https://docs.google.com';

/** Message shown under the input if a text is not the URL of a spreadsheet (specification, section 8). */
export const INVALID_SHEET_URL = 'Please enter a valid Google Sheets URL';

/** Prefix of the ids of spreadsheets in the drive, which distinguishes them from Google's. */
export const DRIVE_ID_PREFIX = 'tpd_';

const ID = /^[A-Za-z0-9_-]+/;

/**
 * Returns the id in a spreadsheet's URL. The text must start with `{host}/spreadsheets/d/`, followed by letters, digits, hyphens and
 * underscores; anything after the id is ignored.
 *
 * @param hosts origins without a trailing slash, for example `https://docs.google.com`
 * @returns the id; undefined if the text does not match
 */
export function sheetIdOf(text: string, hosts: readonly string[]): string | undefined {
  const prefix = hosts.map((host) => `${host}/spreadsheets/d/`).find((start) => text.startsWith(start));
  return prefix === undefined ? undefined : ID.exec(text.slice(prefix.length))?.[0];
}

/** Returns whether an id is that of a spreadsheet in the drive. */
export const isDriveSheetId = (sheetId: string) => sheetId.startsWith(DRIVE_ID_PREFIX);
