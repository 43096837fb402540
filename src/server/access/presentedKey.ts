import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Presented } from './caller';

/** Of a request that carries two different keys. */
export const CLASH: Presented = { key: undefined, flaw: 'clash' };

/** `tp_`, kind, `k_` and 32 bytes in base64url. */
const KEY_LENGTH = 49;

/** Whether a text is written like a key. */
export const isKey = (text: string): boolean => text.length === KEY_LENGTH && text.startsWith('tp_');

/** What a key is kept and looked up by: SHA-256 of its text. A slow hash would add nothing to 256 random bits. */
export const keyHashOf = (text: string): string => hash('sha256', text, 'base64url');

/** The user name of Basic credentials (RFC 7617); what stands for a password is not looked at. */
const userNameOf = (credentials: string) => Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '';

function keyInAuthorization(authorization: string): string {
  const space = authorization.indexOf(' ');
  const scheme = authorization.slice(0, space).toLowerCase();
  const credentials = authorization.slice(space + 1).trim();
  if (scheme === 'bearer') return credentials;
  return scheme === 'basic' ? userNameOf(credentials) : '';
}

/**
 * The key that headers carry, as it is written: `Authorization: Bearer`, `X-Api-Key`, or Basic with the key as user name. Never
 * from the address: that is kept in logs, histories and bookmarks.
 *
 * @returns undefined when they carry none, {@link CLASH} when they carry two
 */
export function keyIn({ authorization, 'x-api-key': header }: IncomingHttpHeaders): string | undefined | typeof CLASH {
  if (authorization === undefined && header === undefined) return undefined;
  const own = header === undefined ? undefined : String(header).trim();
  const other = authorization === undefined ? own : keyInAuthorization(authorization);
  return own === undefined || own === other ? other : CLASH;
}
