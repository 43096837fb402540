import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { holdsNul } from './jsonText';
import { HOST_HINT, originOf, trustedOriginsOf } from './originOf';
import { nothingHere } from './problems';

/** Whether a request says which host it is for, and says one only: what came twice is joined by a comma (`fastifyOptions.ts`). */
const namesOneHost = ({ host }: IncomingHttpHeaders): boolean => host !== undefined && !host.includes(',');

/** Refuses requests of HTTP/1.1 that do not say which host they are for, or say it twice (RFC 9112, section 3.2). */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
    if (namesOneHost(headers) || (headers.host === undefined && raw.httpVersion !== '1.1')) return done();
    const what = headers.host === undefined ? 'has no Host header' : 'names more than one Host';
    done(new Refusal('malformed_request', `This request ${what}.`, { hint: HOST_HINT }));
  });
}

/** Refuses addresses with NUL in them before anything is looked up: there is nothing at such an address. */
export function refuseNulInAddresses(scope: FastifyInstance): void {
  scope.addHook('preValidation', async ({ params }) => {
    if (holdsNul(params)) throw nothingHere();
  });
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The one header: `same-origin` is our own page, `none` is the person's own doing; neither can be set by another site. */
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Whether a request comes from our own pages. The browser's word counts: `Sec-Fetch-Site` where it sends it, else
 * `Origin`. A request with neither is no browser's; it passes when it carries no cookie, as no session comes along
 * with it, and is refused when it does, because an old browser or a stripped header cannot be told from an attack.
 */
function isOwn(request: FastifyRequest, settings: Settings): boolean {
  const { origin, cookie } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (typeof site === 'string' && OWN_FETCH_SITES.has(site)) return true;
  if (origin !== undefined) return trustedOriginsOf(request, settings).includes(origin);
  return site === undefined && cookie === undefined;
}

/** Refuses unsafe requests from other sites before anything of them is read (all routes of `scope`). */
export function refuseCrossSite(scope: FastifyInstance, settings: Settings): void {
  scope.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method) || isOwn(request, settings)) return;
    throw new Refusal(
      'cross_site_request',
      `Changes are only accepted from ${originOf(request, settings)}, and this request does not say it comes from there.`,
      { hint: 'Behind a proxy, set PUBLIC_URL to the address people use. A program must send an Origin header.' },
    );
  });
}
