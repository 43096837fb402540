import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { DATA_POLICY } from './securityHeaders';

/** Response headers that scripts may read. */
const EXPOSED = [
  'Allow',
  'Content-Disposition',
  // Set by a cache that serves ranges: without it, Papa Parse takes the first chunk for the whole.
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
 * Request headers that scripts may send; `*` would exclude `Authorization` (Fetch standard, "CORS-preflight fetch"). Besides
 * those with a meaning here, libraries for caching and tracing add some to every call (W3C Trace Context and Baggage, Sentry).
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

/** Headers of every response: any page may load it, without sniffing of its `Content-Type`, and it is no page itself. */
const always = {
  'content-security-policy': DATA_POLICY,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Returns the origin whose scripts may read the response: `*` for all, or the request's own if its key is bound to origins.
 *
 * @returns undefined if the request has no `Origin`, or may not read the response. Without a key it is always `*`: shared caches
 *   may store public responses, and serve them to a page.
 */
function originAllowed({ presented, headers: { origin } }: FastifyRequest): string | undefined {
  if (presented === undefined) return '*';
  if (origin === undefined) return undefined;
  const origins = presented.key?.caller.origins;
  if (origins === undefined) return '*';
  return origins.includes(origin) ? origin : undefined;
}

/**
 * Request headers that select between the responses of a URL (RFC 9110, section 12.5.5): without `Vary` a shared cache would
 * serve one caller's response to another.
 */
const VARY = 'Accept, Accept-Encoding, Authorization, X-Api-Key';

/**
 * Returns the CORS and caching headers of a response, of errors too. Never with credentials: `/v1` uses no cookies.
 *
 * @param allowed see {@link originAllowed}
 * @param hasKey whether the request has a key: its response depends on `Origin`
 */
export const originHeaders = (allowed: string | undefined, hasKey: boolean): Record<string, string> => ({
  ...always,
  vary: hasKey ? `${VARY}, Origin` : VARY,
  ...(allowed !== undefined && { 'access-control-allow-origin': allowed, 'access-control-expose-headers': EXPOSED }),
});

/**
 * Creates a function that returns the {@link originHeaders} of a request, names and values alternating. Callers without a key, and
 * programs, which send no `Origin`, share arrays.
 *
 * @param before headers of every response that precede them
 */
export function createOriginFields(
  before: Readonly<Record<string, string>>,
): (request: FastifyRequest) => readonly string[] {
  const fieldsOf = (allowed: string | undefined, hasKey: boolean) =>
    Object.entries({ ...before, ...originHeaders(allowed, hasKey) }).flat();
  const publicFields = fieldsOf('*', false);
  const programFields = fieldsOf(undefined, true);
  return (request) => {
    if (request.presented === undefined) return publicFields;
    const allowed = originAllowed(request);
    return allowed === undefined ? programFields : fieldsOf(allowed, true);
  };
}

/**
 * Returns a handler that responds to the preflights of a URL. Browsers send no key with a preflight, so the response does not depend
 * on one; that to the actual request does.
 *
 * @param sends further request headers that scripts may send
 */
export const answerPreflight =
  (sends: readonly string[] = []): RouteHandlerMethod =>
  async ({ server, routeOptions: { url = '' } }, reply) => {
    const allow = server.registeredUrls.get(url) ?? '';
    reply.code(204).headers({
      allow,
      'access-control-allow-methods': allow,
      'access-control-allow-headers': [ALLOWED, ...sends].join(', '),
      'access-control-max-age': '86400',
    });
    return reply.send();
  };
