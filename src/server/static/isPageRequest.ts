import type { FastifyRequest } from 'fastify';

/** First parts of addresses that never are pages of the app. */
const OTHERS = new Set(['api', 'v1', 'assets', 'site', 'healthz', 'readyz', 'metrics']);

function pathOf(request: FastifyRequest) {
  const [path = '/'] = request.url.split('?');
  return decodeURI(path).toLowerCase();
}

/**
 * Whether a request is for a page of the app: a browser going somewhere, or a program that takes HTML and asks for
 * something that is not named like a file.
 */
export function isPageRequest(request: FastifyRequest): boolean {
  const parts = pathOf(request).split('/');
  if (OTHERS.has(parts[1] ?? '')) return false;
  const { accept = '*/*' } = request.headers;
  if (accept.includes('text/html')) return true;
  const fetched = request.headers['sec-fetch-mode'] !== undefined;
  return accept.includes('*/*') && !fetched && !(parts.at(-1) ?? '').includes('.');
}
