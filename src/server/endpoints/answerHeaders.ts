import type { Caller } from '../access/caller';
import type { ReadProject } from './endpointsRepository';

/** What an answer's headers tell beside its body. */
export interface Told {
  readonly revision: number;
  readonly total?: number | undefined;
  /** URL of the next page. */
  readonly next?: string | undefined;
}

/** Longest time, in seconds, that a public answer may be kept by others: after it, a project made private is private. */
const LONGEST_AGE = 60;

const staleReasons = {
  stale: 'The spreadsheet could not be refreshed.',
  needsAccess: 'The spreadsheet cannot be read any more.',
} as const;

/** A sentence as a header can carry it. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, '?').trim();

function staleHeaders({ status, status_reason }: ReadProject): Record<string, string> {
  if (status !== 'stale' && status !== 'needsAccess') return {};
  return { 'x-tabpoint-stale': headerText(status_reason ?? '') || staleReasons[status] };
}

function syncedHeaders({ synced_at }: ReadProject): Record<string, string> {
  if (synced_at === null) return {};
  return { 'x-tabpoint-synced-at': synced_at, 'last-modified': new Date(synced_at).toUTCString() };
}

/**
 * How long an answer may be kept: one that everybody may read until it is refreshed, another not at all.
 *
 * @param caller whoever asks for it
 */
export const cacheControlOf = ({ access, refresh_seconds }: ReadProject, { kind }: Caller): string =>
  access === 'public' && kind === 'anyone'
    ? `public, max-age=${Math.min(refresh_seconds, LONGEST_AGE)}`
    : 'private, no-store';

const projectHeaders = new WeakMap<ReadProject, Record<string, string>>();

/** What every answer of a project tells; worked out once. */
function headersOfProject(project: ReadProject): Record<string, string> {
  const known = projectHeaders.get(project);
  if (known !== undefined) return known;
  const headers = { ...syncedHeaders(project), ...staleHeaders(project) };
  projectHeaders.set(project, headers);
  return headers;
}

/**
 * What every answer of a project's rows tells.
 *
 * @param writtenAt when they were last written through the data API, in milliseconds since 1970, where that is known
 */
export function rowsHeaders(project: ReadProject, writtenAt: number | undefined): Readonly<Record<string, string>> {
  const headers = headersOfProject(project);
  if (writtenAt === undefined || writtenAt <= Date.parse(project.synced_at ?? '')) return headers;
  return { ...headers, 'last-modified': new Date(writtenAt).toUTCString() };
}

/** What an answer tells of itself. */
export const toldHeaders = ({ revision, total, next }: Told): Record<string, string> => ({
  'x-tabpoint-revision': String(revision),
  ...(total !== undefined && { 'x-total-count': String(total) }),
  ...(next !== undefined && { link: `<${next}>; rel="next"` }),
});
