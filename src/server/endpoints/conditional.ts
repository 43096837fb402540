import { digestOf } from './query/digest';
import type { Coding } from './answers/coding';

/** What an entity tag of a coding ends with. */
const endings: Readonly<Record<Coding, string>> = { identity: '', gzip: '.gz', br: '.br' };

/** The strong entity tag of an answer in a coding (RFC 9110, section 8.8.3). */
export const entityTagOf = (mark: string, coding: Coding): string => `"${mark}${endings[coding]}"`;

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether the client has an answer already: `If-None-Match` lists a tag of it, in whichever coding, or is `*`. Tags are
 * compared weakly, as the header asks (RFC 9110, section 13.1.2).
 *
 * `If-Modified-Since` says nothing of it, and such a request is answered in full: `Last-Modified` is in whole seconds, other
 * servers and later processes have clocks of their own, and it does not follow what a key may see.
 *
 * @returns the tag it has
 */
export function tagAtHand(ifNoneMatch: string | undefined, mark: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  const tags = (['identity', 'gzip', 'br'] as const).map((coding) => entityTagOf(mark, coding));
  if (tags.includes(ifNoneMatch)) return ifNoneMatch;
  if (ifNoneMatch.trim() === '*') return tags[0];
  return [...ifNoneMatch.matchAll(TAG)].map(([, tag]) => tag).find((tag) => tag !== undefined && tags.includes(tag));
}

/** What tells a row's answer apart: its version, and how it looks where that is not as usual. */
export const rowMarkOf = (version: string, look: string): string =>
  look === '' ? version : `${version}.${digestOf(look)}`;

/** The version of a row that an entity tag of its answer holds, however it looked. */
export const versionOfTag = (tag: string): string => tag.replace(/^(?:W\/)?"/, '').replace(/[."].*$/, '');
