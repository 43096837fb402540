/** Which texts are the URL of a spreadsheet (specification, section 5). */

/** Where Google keeps its spreadsheets. */
export const GOOGLE_SHEETS_HOST = 'https://docs.google.com';

/** Shown under the input when a text is no URL of a spreadsheet (specification, section 8). */
export const INVALID_SHEET_URL = 'Please enter a valid Google Sheets URL';

/** Ids of spreadsheets in our own drive begin with this, so an id alone tells its host. */
export const DRIVE_ID_PREFIX = 'tpd_';

const ID = /^[A-Za-z0-9_-]+/;

/**
 * The id in a spreadsheet's URL: the text must start with `{host}/spreadsheets/d/`, followed by letters, digits, hyphens
 * and underscores. The rule is a prefix: whatever follows the id is not looked at.
 *
 * @param hosts origins without a trailing slash, for example `https://docs.google.com`
 * @returns the id, or `undefined` when the text does not match
 */
export function sheetIdOf(text: string, hosts: readonly string[]): string | undefined {
  const prefix = hosts.map((host) => `${host}/spreadsheets/d/`).find((start) => text.startsWith(start));
  return prefix === undefined ? undefined : ID.exec(text.slice(prefix.length))?.[0];
}

/** Whether a spreadsheet's id belongs to our own drive. */
export const isDriveSheetId = (sheetId: string) => sheetId.startsWith(DRIVE_ID_PREFIX);
