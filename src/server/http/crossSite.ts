import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import type { Settings } from '../settings';
import { originOf, trustedOriginsOf } from './originOf';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** The one header: `same-origin` is our own page, `none` is the person's own doing; neither can be set by another site. */
const OWN_FETCH_SITES = new Set(['same-origin', 'none']);

/**
 * Whether a request comes from our own pages. The browser's word counts: `Sec-Fetch-Site` where it sends it, else
 * `Origin`. A request with neither is no browser's; it passes when it carries no cookie, as nobody's session rides along
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
