import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a browser's script may read of an answer. */
const EXPOSED = [
  'Content-Disposition',
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

/** What a script may send; `*` would leave `Authorization` out (Fetch standard, "CORS-preflight fetch"). */
const ALLOWED = [
  'Accept',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'X-Api-Key',
].join(', ');

const always = {
  'access-control-expose-headers': EXPOSED,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
} as const;

const everybody = { 'access-control-allow-origin': '*', ...always } as const;

/**
 * Says which sites' scripts may read the answer, errors too: every site's, or, where the key that came along is bound to
 * origins, a page of these alone. Never with cookies: `/v1` knows none.
 */
export function allowOrigins({ presented, headers }: FastifyRequest, reply: FastifyReply): void {
  const origins = presented?.key?.caller.origins;
  if (origins === undefined) return void reply.headers(everybody);
  reply.headers(always).header('vary', 'Origin');
  const { origin } = headers;
  if (origin !== undefined && origins.includes(origin)) reply.header('access-control-allow-origin', origin);
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
