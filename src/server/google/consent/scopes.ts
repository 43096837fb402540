/** Lets spreadsheets be read ("Choose Google Sheets API scopes"). */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** Lets them be read and changed: asked for only where somebody wants calls to write. */
export const WRITING_SCOPE = 'https://www.googleapis.com/auth/spreadsheets';

/** What a person is asked for. Of who they are, only the address: Account shows which Google account it is. */
export const scopesFor = (writing: boolean) => `openid email ${writing ? WRITING_SCOPE : SHEETS_SCOPE}`;

const has = (granted: string, scope: string) => granted.split(' ').includes(scope);

/** Whether what was granted lets sheets be written to. */
export const writesSheets = (granted: string) => has(granted, WRITING_SCOPE);

/** Whether what was granted lets sheets be read: people can leave it out on Google's page. */
export const readsSheets = (granted: string) => has(granted, SHEETS_SCOPE) || writesSheets(granted);
