import type { FastifyInstance } from 'fastify';

/** What a browser's script may read of an answer. */
const EXPOSED = [
  'ETag',
  'Last-Modified',
  'Link',
  'Retry-After',
  'X-Tabpoint-Revision',
  'X-Tabpoint-Stale',
  'X-Tabpoint-Synced-At',
  'X-Total-Count',
].join(', ');

const ALLOWED = 'Accept, Authorization, Content-Type, If-None-Match, X-Api-Key';

/** The methods that the data API has. */
export const METHODS = 'GET, HEAD, OPTIONS';

/** Lets scripts of every site read the answers of `scope`, errors too, and never with cookies. */
export function openToEveryOrigin(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });
}

/** Headers of the answer to a preflight (Fetch standard, "CORS-preflight request"). */
export const preflightHeaders = {
  allow: METHODS,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': '86400',
} as const;
