import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Keyring, ServedKey } from './keyring';

/** A key as it came with a request. */
export interface Presented {
  /** Undefined for a key that nobody has: it never was, was revoked or has expired. */
  readonly key: ServedKey | undefined;
  readonly expired: boolean;
  /** Two headers carry different keys. */
  readonly clash: boolean;
}

/** `tp_`, kind, `k_` and 32 bytes in base64url. */
const KEY_LENGTH = 49;

const NOBODYS: Presented = { key: undefined, expired: false, clash: false };
const EXPIRED: Presented = { key: undefined, expired: true, clash: false };
/** Of a request that carries two. */
export const CLASH: Presented = { key: undefined, expired: false, clash: true };

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

/** Most headers whose keys' hashes are remembered. */
const KNOWN_MOST = 10_000;

/** Hashes of keys by the `Authorization` they came in: for a key that is used again and again nothing is worked out anew. */
const known = new Map<string, string>();

const isKey = (text: string) => text.length === KEY_LENGTH && text.startsWith('tp_');

function presentedBy(keyring: Keyring, hashed: string, now: number): Presented {
  const key = keyring.find(hashed);
  if (key === undefined) return NOBODYS;
  if (key.expiresAt !== undefined && key.expiresAt <= now) return EXPIRED;
  keyring.used(key, now);
  return key.presented;
}

/** Whose key a text is; see {@link presentedKey}. */
export function lookUp(keyring: Keyring, text: string, now: number): Presented {
  return isKey(text) ? presentedBy(keyring, keyHashOf(text), now) : NOBODYS;
}

/** As {@link lookUp}; the keyring is asked each time, so that a key that was revoked is good for nothing. */
function lookUpAuthorization(keyring: Keyring, authorization: string, now: number): Presented {
  const before = known.get(authorization);
  if (before !== undefined) return presentedBy(keyring, before, now);
  const text = keyInAuthorization(authorization);
  if (!isKey(text)) return NOBODYS;
  const hashed = keyHashOf(text);
  const presented = presentedBy(keyring, hashed, now);
  if (presented === NOBODYS) return presented;
  if (known.size >= KNOWN_MOST) known.clear();
  known.set(authorization, hashed);
  return presented;
}

/** The key that headers carry, as it is written; empty where they carry none. */
export function keyInHeaders({ authorization, 'x-api-key': header }: IncomingHttpHeaders): string {
  return typeof header === 'string' ? header.trim() : keyInAuthorization(authorization ?? '');
}

/** What a key is looked up by that is written like one and is not known; undefined for any other. */
export function unknownHash(text: string, presented: Presented): string | undefined {
  if (presented.key !== undefined || presented.expired || presented.clash) return undefined;
  return isKey(text) ? keyHashOf(text) : undefined;
}

/**
 * The key that a request carries: `Authorization: Bearer`, `X-Api-Key`, or Basic with the key as user name. Never from the
 * address: that is kept in logs, histories and bookmarks.
 *
 * @param now milliseconds since 1970
 * @returns undefined when it carries none
 */
export function presentedKey(headers: IncomingHttpHeaders, keyring: Keyring, now: number): Presented | undefined {
  const { authorization } = headers;
  const header = headers['x-api-key'];
  if (authorization === undefined && header === undefined) return undefined;
  if (authorization !== undefined && header === undefined) return lookUpAuthorization(keyring, authorization, now);
  const own = typeof header === 'string' ? header.trim() : undefined;
  if (authorization === undefined) return lookUp(keyring, own ?? '', now);
  const other = keyInAuthorization(authorization);
  return own !== undefined && own !== other ? CLASH : lookUp(keyring, other, now);
}
