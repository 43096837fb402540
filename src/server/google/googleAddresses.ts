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
