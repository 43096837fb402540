import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Presented } from './caller';

/** Result for a request with two different keys. */
export const TWO_KEYS: Presented = { key: undefined, flaw: 'clash' };

/** Length of a key: `tp_`, kind, `k_` and 32 bytes in base64url. */
const KEY_LENGTH = 49;

/** Returns whether a text has the form of a key. */
export const isKey = (text: string): boolean => text.length === KEY_LENGTH && text.startsWith('tp_');

/** Returns the SHA-256 by which a key is stored and looked up. A slow hash would add nothing to 256 random bits. */
export const keyHashOf = (text: string): string => hash('sha256', text, 'base64url');

/** Returns the user name of Basic credentials (RFC 7617); the password is ignored. */
const userNameOf = (credentials: string) => Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '';

function keyInAuthorization(authorization: string): string {
  const space = authorization.indexOf(' ');
  const scheme = authorization.slice(0, space).toLowerCase();
  const credentials = authorization.slice(space + 1).trim();
  if (scheme === 'bearer') return credentials;
  return scheme === 'basic' ? userNameOf(credentials) : '';
}

/**
 * Returns the key text in the headers: `Authorization: Bearer`, `X-Api-Key`, or Basic with the key as user name. Keys in the
 * address are not accepted, as addresses are stored in logs, histories and bookmarks.
 *
 * @returns undefined without a key, {@link TWO_KEYS} with two different keys
 */
export function keyIn({
  authorization,
  'x-api-key': header,
}: IncomingHttpHeaders): string | undefined | typeof TWO_KEYS {
  if (authorization === undefined && header === undefined) return undefined;
  const own = header === undefined ? undefined : String(header).trim();
  const other = authorization === undefined ? own : keyInAuthorization(authorization);
  return own === undefined || own === other ? other : TWO_KEYS;
}
