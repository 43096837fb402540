import type { CellValue } from '../../contract/rows';
import type { Caller } from '../access/caller';
import type { Coding } from './answers/answer';
import { codingsAccepted } from './answers/bodies';
import type { ReadProject } from '../store/log/endpointsRepository';
import { rowJson } from '../normalise/rowJson';
import type { TabView } from '../store/memory/engine';
import { versionOfJson } from '../store/memory/tabView';
import type { ColumnNames } from './query/columnNames';
import { shortHash } from './query/plan';

/** Suffix of an entity tag for each coding. */
const endings: Readonly<Record<Coding, string>> = { identity: '', gzip: '.gz', br: '.br' };

/** Returns the strong entity tag of a response in a coding (RFC 9110, section 8.8.3). */
export const entityTagOf = (tag: string, coding: Coding): string => `"${tag}${endings[coding]}"`;

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Returns whether the client has a response already: `If-None-Match` lists its tag in a coding that the client accepts, or is `*`. A
 * shared cache lists the tags of all that it stores, also in codings that this client does not accept (RFC 9111, section 4.3.1).
 * Tags are compared weakly, as the header requires (RFC 9110, section 13.1.2).
 *
 * `If-Modified-Since` is not evaluated, and such a request receives the full response: `Last-Modified` has a resolution of a
 * second, other servers and later processes have different clocks, and it does not change with what a key may see.
 *
 * @param acceptEncoding value of the header
 * @returns the matching tag
 */
export function matchingTag(
  ifNoneMatch: string | undefined,
  tag: string,
  acceptEncoding: string | undefined,
): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tags = codingsAccepted(acceptEncoding).map((coding) => entityTagOf(tag, coding));
  if (tags.includes(ifNoneMatch)) return ifNoneMatch;
  if (ifNoneMatch.trim() === '*') return tags[0];
  return [...ifNoneMatch.matchAll(TAG)].map(([, tag]) => tag).find((tag) => tag !== undefined && tags.includes(tag));
}

/**
 * Returns a text that changes when a value changes that the caller may see. Hidden columns are left out: otherwise a caller could
 * test guesses of their values.
 */
export function rowVersion(view: TabView, rowIndex: number, names: ColumnNames): string {
  if (names.areAll) return view.version(rowIndex);
  return versionOfVisible(view.id(rowIndex), names, (column) => view.value(rowIndex, column));
}

function versionOfVisible(id: string, names: ColumnNames, valueAt: (column: number) => CellValue): string {
  const visible = JSON.stringify([id, ...names.visible.map((column) => [names.column(column).key, valueAt(column)])]);
  return versionOfJson(visible);
}

/** Returns the version that a row has with these values, one per column of the tab. */
export function versionOfValues(id: string, values: readonly CellValue[], names: ColumnNames): string {
  if (names.areAll) return versionOfJson(rowJson(names.columns, id, values));
  return versionOfVisible(id, names, (column) => values[column] ?? null);
}

/** Returns the entity tag of a row's response: the row's version, and a hash of its look if that is not the default. */
export const rowTagOf = (version: string, options: string): string =>
  options === '' ? version : `${version}.${shortHash(options)}`;

/** Returns the row version in an entity tag, whatever the look of its response. */
export const versionOfTag = (tag: string): string => tag.replace(/^(?:W\/)?"/, '').replace(/[."].*$/, '');

/**
 * Returns the `Cache-Control` header of a response (RFC 9111, section 5.2.2). A response that everybody may read can be stored but
 * has to be revalidated each time, which a 304 does, unless the owner allows some seconds; a response for the holder of a key must
 * not be stored.
 */
export function cacheControlOf({ access, max_age_seconds: seconds }: ReadProject, { kind }: Caller): string {
  if (access !== 'public' || kind !== 'anyone') return 'private, no-store';
  return seconds === null ? 'public, no-cache' : `public, max-age=${seconds}`;
}
