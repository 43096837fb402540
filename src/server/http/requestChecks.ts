import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { holdsNul } from './jsonText';
import { HOST_HINT, originOf, trustedOriginsOf } from './originOf';
import { nothingHere } from './problems';

/** Returns whether a request has exactly one Host; duplicates are joined with a comma (`fastifyOptions.ts`). */
const namesOneHost = ({ host }: IncomingHttpHeaders): boolean => host !== undefined && !host.includes(',');

/** Rejects requests with two Hosts, and HTTP/1.1 requests without one (RFC 9112, section 3.2). */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (namesOneHost(headers) || (headers.host === undefined && raw.httpVersion !== '1.1')) return done();
    const what = headers.host === undefined ? 'has no Host header' : 'names more than one Host';
    done(new Refusal('malformed_request', `This request ${what}.`, { hint: HOST_HINT }));
  });
}

/** Rejects requests with an expectation that no server here meets (RFC 9110, section 10.1.1). */
export function refuseExpectations(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers: { expect } }, _reply, done) => {
    if (expect === undefined || /^100-continue$/i.test(expect)) return done();
    done(new Refusal('malformed_request', 'The only expectation (Expect) that is met here is 100-continue.'));
  });
}

/** Rejects paths that contain NUL with 404, before any lookup. */
export function refuseNulInAddresses(scope: FastifyInstance): void {
  scope.addHook('preValidation', async ({ params }) => {
    if (holdsNul(params)) throw nothingHere();
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Values of `Sec-Fetch-Site` that other sites cannot cause: `same-origin` is our own page, `none` the user's own navigation. */
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Returns whether a request comes from our own pages, by `Sec-Fetch-Site` or else `Origin`. A request with neither passes only
 * without cookies: it then carries no session. With cookies it is rejected, as an old browser or a stripped header cannot be told
 * from an attack.
 */
function isFromOwnPages(request: FastifyRequest, settings: Settings): boolean {
  const { origin, cookie } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string' && OWN_FETCH_SITES.has(site)) return true;
  if (origin !== undefined) return trustedOriginsOf(request, settings).includes(origin);
  return site === undefined && cookie === undefined;
}

/** Rejects unsafe requests of other sites before their bodies are read (all routes of `scope`). */
export function refuseCrossSite(scope: FastifyInstance, settings: Settings): void {
  scope.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isFromOwnPages(request, settings)) return;
    throw new Refusal(
      'cross_site_request',
      `Changes are only accepted from ${originOf(request, settings)}, and this request does not say it comes from there.`,
      { hint: 'Behind a proxy, set PUBLIC_URL to the address people use. A program must send an Origin header.' },
    );
  });
}
