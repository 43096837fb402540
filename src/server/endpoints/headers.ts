import type { Caller } from '../access/caller';
import type { Answer } from './answers/answer';
import { type Coding, codingsAccepted } from './answers/coding';
import type { ReadProject } from '../store/log/endpointsRepository';
import { shortHash } from './query/plan';

/** What an entity tag of a coding ends with. */
const endings: Readonly<Record<Coding, string>> = { identity: '', gzip: '.gz', br: '.br' };

/** The strong entity tag of an answer in a coding (RFC 9110, section 8.8.3). */
export const entityTagOf = (mark: string, coding: Coding): string => `"${mark}${endings[coding]}"`;

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether the client has an answer already: `If-None-Match` lists a tag of it, in a coding that the client can read, or is `*`.
 * A shared cache lists the tags of all that it has, also of what another client could read and this one could not (RFC 9111, section
 * 4.3.1). Tags are compared weakly, as the header asks (RFC 9110, section 13.1.2).
 *
 * `If-Modified-Since` says nothing of it, and such a request is answered in full: `Last-Modified` is in whole seconds, other
 * servers and later processes have clocks of their own, and it does not follow what a key may see.
 *
 * @param acceptEncoding as it came
 * @returns the tag it has
 */
export function tagAtHand(
  ifNoneMatch: string | undefined,
  mark: string,
  acceptEncoding: string | undefined,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tags = codingsAccepted(acceptEncoding).map((coding) => entityTagOf(mark, coding));
  if (tags.includes(ifNoneMatch)) return ifNoneMatch;
  if (ifNoneMatch.trim() === '*') return tags[0];
  return [...ifNoneMatch.matchAll(TAG)].map(([, tag]) => tag).find((tag) => tag !== undefined && tags.includes(tag));
}

/** What tells a row's answer apart: its version, and how it looks where that is not as usual. */
export const rowMarkOf = (version: string, look: string): string =>
  look === '' ? version : `${version}.${shortHash(look)}`;

/** The version of a row that an entity tag of its answer holds, however it looked. */
export const versionOfTag = (tag: string): string => tag.replace(/^(?:W\/)?"/, '').replace(/[."].*$/, '');

/** What an answer's headers tell beside its body. */
export interface Told {
  readonly revision: number;
  readonly total?: number | undefined;
  /** URL of the next page. */
  readonly next?: string | undefined;
}

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
 * `Cache-Control` of an answer (RFC 9111, section 5.2.2). One that everybody may read is kept but asked for again each time, which
 * a 304 answers, unless the owner allows some seconds; one for the holder of a key is not kept.
 *
 * @param caller whoever asks for it
 */
export function cacheControlOf({ access, max_age_seconds: seconds }: ReadProject, { kind }: Caller): string {
  if (access !== 'public' || kind !== 'anyone') return 'private, no-store';
  return seconds === null ? 'public, no-cache' : `public, max-age=${seconds}`;
}

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

/** What all answers of a project's rows have in common. */
export interface Basics {
  readonly project: ReadProject;
  /** When its rows were last written through the data API, in milliseconds since 1970, where that is known. */
  readonly writtenAt?: number | undefined;
  /** Who may keep it, and how long. */
  readonly cacheControl: string;
}

/** Headers that all answers of rows have; `Vary` is that of the whole data API (`access/crossOrigin`). */
export const basicHeaders = ({ project, cacheControl, writtenAt }: Basics): Record<string, string> => ({
  ...rowsHeaders(project, writtenAt),
  'cache-control': cacheControl,
});

/** Headers of its own that a 304 has. */
export const unchangedHeaders = ({ etag, revision }: { readonly etag: string; readonly revision: number }) => ({
  ...toldHeaders({ revision }),
  etag,
});

/** Headers that an answer has of its own, in a coding. */
export const ownHeaders = ({ mark, told, type, file }: Answer, coding: Coding): Record<string, string> => ({
  ...toldHeaders(told),
  etag: entityTagOf(mark, coding),
  'content-type': type,
  ...(coding !== 'identity' && { 'content-encoding': coding }),
  ...(file !== undefined && { 'content-disposition': file.disposition }),
});

/** Headers that have been put together for an answer, and what for. */
interface Head extends Basics {
  readonly coding: Coding;
  /** Names and values in turn. */
  readonly fields: readonly string[];
}

const heads = new WeakMap<Answer, Head>();

function makeHead(answer: Answer, coding: Coding, { project, cacheControl, writtenAt }: Basics): Head {
  const basics = { project, cacheControl, writtenAt };
  const headers = { ...basicHeaders(basics), ...ownHeaders(answer, coding) };
  return { ...basics, coding, fields: Object.entries(headers).flat() };
}

const isOf = (head: Head, { project, cacheControl, writtenAt }: Basics) =>
  head.project === project && head.cacheControl === cacheControl && head.writtenAt === writtenAt;

/** The headers of an answer, names and values in turn; those of a repeated one are at hand. */
export function headFieldsOf(answer: Answer, coding: Coding, basics: Basics): readonly string[] {
  const known = heads.get(answer);
  if (known?.coding === coding && isOf(known, basics)) return known.fields;
  const head = makeHead(answer, coding, basics);
  heads.set(answer, head);
  return head.fields;
}
