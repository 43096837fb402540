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

/**
 * A text that changes when something in a row does that the caller may see. Hidden columns have no part in it: a caller could try
 * guesses at their values otherwise.
 */
export function rowVersion(view: TabView, rowIndex: number, names: ColumnNames): string {
  if (names.areAll) return view.version(rowIndex);
  return versionOfVisible(view.id(rowIndex), names, (column) => view.value(rowIndex, column));
}

function versionOfVisible(id: string, names: ColumnNames, valueAt: (column: number) => CellValue): string {
  const visible = JSON.stringify([id, ...names.visible.map((column) => [names.column(column).key, valueAt(column)])]);
  return versionOfJson(visible);
}

/** The version that a row has once it holds these values, one for each column of the tab. */
export function versionOfValues(id: string, values: readonly CellValue[], names: ColumnNames): string {
  if (names.areAll) return versionOfJson(rowJson(names.columns, id, values));
  return versionOfVisible(id, names, (column) => values[column] ?? null);
}

/** What tells a row's answer apart: its version, and how it looks where that is not as usual. */
export const rowMarkOf = (version: string, look: string): string =>
  look === '' ? version : `${version}.${shortHash(look)}`;

/** The version of a row that an entity tag of its answer holds, however it looked. */
export const versionOfTag = (tag: string): string => tag.replace(/^(?:W\/)?"/, '').replace(/[."].*$/, '');

/**
 * `Cache-Control` of an answer (RFC 9111, section 5.2.2). One that everybody may read is kept but asked for again each time, which
 * a 304 answers, unless the owner allows some seconds; one for the holder of a key is not kept.
 *
 * @param caller who asks for it
 */
export function cacheControlOf({ access, max_age_seconds: seconds }: ReadProject, { kind }: Caller): string {
  if (access !== 'public' || kind !== 'anyone') return 'private, no-store';
  return seconds === null ? 'public, no-cache' : `public, max-age=${seconds}`;
}
