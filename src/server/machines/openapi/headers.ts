import { type JsonObject, objectOf, reference } from './json';

const header = (description: string, type = 'string'): JsonObject => ({ description, schema: { type } });

/** What answers tell beside their bodies. */
export const headers = {
  ETag: header('Changes when, and only when, the answer does.'),
  'Last-Modified': header(
    'When the spreadsheet was last read, or its rows were last written. Whether an answer has changed is asked with its `ETag`.',
  ),
  Link: header('The page that follows: `rel="next"`.'),
  Location: header('Where what was made is.'),
  RateLimit: header('Calls that are left.'),
  'RateLimit-Policy': header('Calls in a minute.'),
  'Retry-After': header('Seconds to wait.', 'integer'),
  'X-Tabpoint-Revision': header('Grows with every change of the rows.', 'integer'),
  'X-Tabpoint-Stale': header('Why the spreadsheet could not be refreshed; the last good copy answers.'),
  'X-Tabpoint-Synced-At': header('When the spreadsheet was last read, ISO 8601.'),
  'X-Total-Count': header('Rows on all pages together.', 'integer'),
} as const satisfies Record<string, JsonObject>;

export const headersOf = (...names: readonly (keyof typeof headers)[]): JsonObject =>
  objectOf(names.map((name) => [name, reference('headers', name)] as const));

/** Those of everything that is read. */
export const readHeaders = [
  ...(['ETag', 'Last-Modified', 'X-Tabpoint-Revision', 'X-Tabpoint-Synced-At', 'X-Tabpoint-Stale'] as const),
  ...(['RateLimit', 'RateLimit-Policy'] as const),
] as const;

/** Those of everything that is written. */
export const writeHeaders = ['X-Tabpoint-Revision', 'RateLimit', 'RateLimit-Policy'] as const;
