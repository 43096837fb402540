import { createHash } from 'node:crypto';

/** Grows when answers of the same rows begin to look different. */
const SHAPE = 1;

/** A strong entity tag of everything that an answer depends on (RFC 9110, section 8.8.3). */
export const entityTagOf = (...parts: readonly (string | number | Buffer)[]): string => {
  const hash = createHash('sha256').update(`shape ${SHAPE}`);
  for (const part of parts) hash.update('\0').update(typeof part === 'number' ? String(part) : part);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
};

const TAG = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/**
 * Whether the client has the representation already: `If-None-Match` lists its tag, or is `*`. Tags are compared weakly, as
 * the header asks (RFC 9110, section 13.1.2).
 */
export function hasAlready(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(TAG)].some(([, tag]) => tag === entityTag);
}
