/** Where Google is asked, and where it may send us on to. */
export interface GooglePlaces {
  /** Address of a spreadsheet as an .xlsx file, for whoever has its link. */
  exportOf(sheetId: string): URL;
  /** Whether an address is one that may be asked. */
  allows(url: URL): boolean;
  /** Whether Google asks to sign in there. */
  isSignIn(url: URL): boolean;
}

const SHEETS = 'https://docs.google.com';

/** Hosts that are asked by their own names. */
const HOSTS: ReadonlySet<string> = new Set([
  'docs.google.com',
  'sheets.googleapis.com',
  'www.googleapis.com',
  'oauth2.googleapis.com',
  'accounts.google.com',
]);

/** Exports are handed out at addresses such as `doc-0s-8k-sheets.googleusercontent.com`. */
const CONTENT_HOST = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+googleusercontent\.com$/;

const exportPath = (sheetId: string) => `/spreadsheets/d/${encodeURIComponent(sheetId)}/export?format=xlsx`;

/** No user name, no password, and the port that belongs to the scheme. */
const isPlain = ({ username, password, port }: URL) => username === '' && password === '' && port === '';

/** Google itself. */
const realPlaces: GooglePlaces = {
  exportOf: (sheetId) => new URL(exportPath(sheetId), SHEETS),
  allows: (url) =>
    url.protocol === 'https:' && isPlain(url) && (HOSTS.has(url.hostname) || CONTENT_HOST.test(url.hostname)),
  isSignIn: ({ hostname }) => hostname === 'accounts.google.com',
};

/** Something on this machine that stands in for Google, at these origins and no others. */
const placesOfDouble = (origins: readonly string[]): GooglePlaces => ({
  exportOf: (sheetId) => new URL(exportPath(sheetId), origins[0]),
  allows: (url) => origins.includes(url.origin) && url.username === '' && url.password === '',
  isSignIn: ({ pathname }) => pathname === '/ServiceLogin',
});

/** @param double origins of a stand-in for Google on this machine; Google itself where there is none */
export const googlePlaces = (double?: readonly string[]): GooglePlaces =>
  double === undefined ? realPlaces : placesOfDouble(double);

/** Addresses of Google that are called by name, whatever they are asked. */
export interface GoogleAddresses {
  /** The page where Google asks a person for consent. */
  readonly authorise: URL;
  /** Gives tokens. */
  readonly token: URL;
  /** Takes them back. */
  readonly revoke: URL;
  /** A spreadsheet in the Sheets API. */
  spreadsheet(id: string): URL;
  /** A file in the Drive API. */
  file(id: string): URL;
  /** Asks to be told of changes of a file. */
  watch(id: string): URL;
  /** Ends that. */
  readonly stop: URL;
}

/**
 * As Google documents them ("Using OAuth 2.0 for Web Server Applications"; "Method: spreadsheets.get" of the Sheets API v4;
 * "Method: files.get", "files.watch" and "channels.stop" of the Drive API v3).
 *
 * @param double origins of a stand-in for Google on this machine; the first one is all of its hosts
 */
export function googleAddresses(double?: readonly string[]): GoogleAddresses {
  const at = (host: string, path: string) => new URL(path, double?.[0] ?? `https://${host}`);
  return {
    authorise: at('accounts.google.com', '/o/oauth2/v2/auth'),
    token: at('oauth2.googleapis.com', '/token'),
    revoke: at('oauth2.googleapis.com', '/revoke'),
    spreadsheet: (id) => at('sheets.googleapis.com', `/v4/spreadsheets/${encodeURIComponent(id)}`),
    file: (id) => at('www.googleapis.com', `/drive/v3/files/${encodeURIComponent(id)}`),
    watch: (id) => at('www.googleapis.com', `/drive/v3/files/${encodeURIComponent(id)}/watch`),
    stop: at('www.googleapis.com', '/drive/v3/channels/stop'),
  };
}
