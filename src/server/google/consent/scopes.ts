/** Lets spreadsheets be read ("Choose Google Sheets API scopes"): all that is done with them. */
export const SHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets.readonly';

/** What a person is asked for. Of who they are, only the address: Account shows which Google account it is. */
export const SCOPES = `openid email ${SHEETS_SCOPE}`;

/** Whether what was granted lets sheets be read: people can leave it out on Google's page. */
export const readsSheets = (granted: string) => granted.split(' ').includes(SHEETS_SCOPE);
