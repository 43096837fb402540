import { urlIn } from './urlIn';

/** What keys may be and do; no schemas here, as the app needs these at run time. */

/** A publishable key is safe in a web page; a secret one stays on a server. */
export const keyKinds = ['publishable', 'secret'] as const;
export type KeyKind = (typeof keyKinds)[number];

/** What a key can be allowed. `schema` is the columns and types without the rows; `read` includes it. */
export const keyScopes = ['read', 'create', 'update', 'delete', 'schema'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** How the text of a key begins, by its kind. */
export const keyPrefixes = { publishable: 'tp_pk_', secret: 'tp_sk_' } as const satisfies Record<KeyKind, string>;

/** Most keys that a project has at the same time. */
export const KEYS_PER_PROJECT = 100;

/** Most origins of a publishable key. */
export const ORIGINS_PER_KEY = 20;

const LOCAL_HTTP = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const HTTPS = /^https:\/\/[^/?#@\\\s]+$/;

/**
 * The origin that a text names, as browsers write it in `Origin`: `https://` and a host, or `http://localhost` for work in
 * progress. A trailing slash is dropped.
 *
 * @returns undefined when the text names none
 */
export function originNamed(text: string): string | undefined {
  const bare = text.trim().replace(/\/$/, '');
  if (!HTTPS.test(bare) && !LOCAL_HTTP.test(bare)) return undefined;
  return urlIn(bare)?.origin;
}
