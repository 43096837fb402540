/** What an address of the data API asks for. */
export interface Target {
  /** Path of the tab, as it was called. */
  readonly tab: string;
  /** The part that names a row, as it was called; undefined for rows. */
  readonly row: string | undefined;
  /** The query without `?`; empty where there is none. */
  readonly query: string;
}

/** What all addresses of the data API begin with. */
export const BEGINNING = '/v1/';

/** Parts that everybody reads the same way. */
const PLAIN = /^[\w.~%-]+$/;

/** What begins with one `_` is ours. */
const isOurs = (part: string) => part.startsWith('_');

/** @returns undefined for what is neither rows nor a row, and for what has to be looked at more closely */
export function targetOf(url: string): Target | undefined {
  const question = url.indexOf('?');
  const end = question < 0 ? url.length : question;
  const tab = url.indexOf('/', BEGINNING.length) + 1;
  if (tab === 0 || tab >= end || url.includes('#')) return undefined;
  const slash = url.indexOf('/', tab);
  const query = question < 0 ? '' : url.slice(question + 1);
  if (slash < 0 || slash > end) return { tab: url.slice(0, end), row: undefined, query };
  const row = url.slice(slash + 1, end);
  return PLAIN.test(row) && !isOurs(row) ? { tab: url.slice(0, slash), row, query } : undefined;
}

/** Whose tab is asked for, and which. */
export interface TabAddress {
  readonly projectId: string;
  /** The part that names the tab, decoded. */
  readonly part: string;
}

/**
 * Reads the path of a tab.
 *
 * @throws URIError when its percent-encoding is broken
 */
export function tabAddressOf(path: string): TabAddress | undefined {
  const [, , projectId = '', part = ''] = path.split('/');
  if (!PLAIN.test(projectId) || !PLAIN.test(part) || isOurs(part)) return undefined;
  return { projectId, part: decodeURIComponent(part) };
}
