import { DATA_POLICY } from './securityHeaders';

/** What a browser's script may read of an answer. */
const EXPOSED = [
  'Content-Disposition',
  // Of a cache that cuts what it holds into ranges: without it, Papa Parse takes the first chunk for everything.
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Last-Modified',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Tabpoint-Revision',
  'X-Tabpoint-Stale',
  'X-Tabpoint-Synced-At',
  'X-Total-Count',
].join(', ');

/**
 * What a script may send; `*` would leave `Authorization` out (Fetch standard, "CORS-preflight fetch"). Beside what means something
 * here is what libraries for caching and tracing add to every call by themselves (W3C Trace Context and Baggage, Sentry).
 */
const ALLOWED = [
  'Accept',
  'Authorization',
  'Cache-Control',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'Pragma',
  'Range',
  'X-Api-Key',
  'X-Correlation-Id',
  'X-Request-Id',
  'X-Requested-With',
  'baggage',
  'sentry-trace',
  'traceparent',
  'tracestate',
].join(', ');

/** For every answer: any page may use it, it is what its `Content-Type` says, and is no page itself. */
const always = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** What a request says of where it comes from. */
export interface Sender {
  /** The key that came along, if any did. */
  readonly presented:
    | { readonly key: { readonly caller: { readonly origins?: readonly string[] | undefined } } | undefined }
    | undefined;
  readonly headers: { readonly origin?: string | undefined };
}

/**
 * The site whose scripts may read the answer: `*` for every one, or the page's own where the key that came along is bound to
 * sites.
 *
 * @returns undefined where no script asks, or none may read it. Without a key it is always `*`: what everyone may read can be
 * kept by others on the way, and be given to a page.
 */
export function originAllowed({ presented, headers: { origin } }: Sender): string | undefined {
  if (presented === undefined) return '*';
  if (origin === undefined) return undefined;
  const origins = presented.key?.caller.origins;
  if (origins === undefined) return '*';
  return origins.includes(origin) ? origin : undefined;
}

/**
 * Which headers of a request choose between the answers at one address (RFC 9110, section 12.5.5): without them a shared cache
 * would give one caller's answer to another.
 */
const VARY = 'Accept, Accept-Encoding, Authorization, X-Api-Key';

/**
 * Headers that say who an answer is for and which sites' scripts may read it, of errors too. Never with cookies: `/v1` knows none.
 *
 * @param allowed see {@link originAllowed}
 * @param hasKey whether a key came along: what is answered to it depends on `Origin`
 */
export const originHeaders = (allowed: string | undefined, hasKey: boolean): Record<string, string> => ({
  ...always,
  vary: hasKey ? `${VARY}, Origin` : VARY,
  ...(allowed !== undefined && { 'access-control-allow-origin': allowed, 'access-control-expose-headers': EXPOSED }),
});

/**
 * Makes what gives {@link originHeaders} for a request: names and values in turn. Most callers share theirs.
 *
 * @param before headers that every answer has beside them
 */
export function createOriginFields(before: Readonly<Record<string, string>>): (sender: Sender) => readonly string[] {
  const fieldsOf = (allowed: string | undefined, hasKey: boolean) =>
    Object.entries({ ...before, ...originHeaders(allowed, hasKey) }).flat();
  const anyones = fieldsOf('*', false);
  const keys = fieldsOf(undefined, true);
  return (sender) => {
    if (sender.presented === undefined) return anyones;
    const allowed = originAllowed(sender);
    return allowed === undefined ? keys : fieldsOf(allowed, true);
  };
}

/**
 * Headers of the answer to a preflight. A browser sends no key with it, so nothing depends on one: the answer proper does.
 *
 * @param methods those the address has, `GET, POST` for example
 */
export const preflightHeaders = (methods: string) => ({
  allow: methods,
  'access-control-allow-methods': methods,
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': '86400',
});
