import { urlIn } from './urlIn';

/** Kinds and scopes of keys. No schemas here: the app needs this file at run time. */

/** Kinds of keys. A publishable key may be used in a web page; a secret one must stay on a server. */
export const keyKinds = ['publishable', 'secret'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** Scopes of keys. `schema` grants columns and types without rows; `read` includes it. */
export const keyScopes = ['read', 'create', 'update', 'delete', 'schema'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Prefix of a key's text, by its kind. */
export const keyPrefixes = { publishable: 'tp_pk_', secret: 'tp_sk_' } as const satisfies Record<KeyKind, string>;

/** Maximum number of keys in a project. */
export const KEYS_PER_PROJECT = 100;

/** Maximum number of keys that a new one replaces. */
export const KEYS_REPLACED = 20;

/** Maximum number of origins of a publishable key. */
export const ORIGINS_PER_KEY = 20;

const LOCAL_HTTP = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const HTTPS = /^https:\/\/[^/?#@\\\s]+$/;

/**
 * Parses an origin: `https://` and a host, or `http://localhost` for development. A trailing slash is ignored.
 *
 * @returns the origin as browsers send it in `Origin`; undefined if the text is not one
 */
export function originNamed(text: string): string | undefined {
  const bare = text.trim().replace(/\/$/, '');
  if (!HTTPS.test(bare) && !LOCAL_HTTP.test(bare)) return undefined;
  return urlIn(bare)?.origin;
}
