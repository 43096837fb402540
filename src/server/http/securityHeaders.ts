import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings';

/**
 * Content Security Policy of data responses: if a browser ever renders one as a page, it may not run, load or send anything, nor
 * be framed.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Hash of the empty text: allows an empty `<style>` element, into which styled-components inserts its rules through the CSS
 * object model. Any inline style text stays forbidden.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Only our own origin; no inline scripts or styles, no frames, no plug-ins. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", EMPTY_STYLE],
    imgSrc: ["'self'", 'data:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

const options = {
  contentSecurityPolicy,
  // Added by `addSecurityHeaders` itself.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
} as const;

/** Headers that isolate our pages from those of other sites. */
const isolation = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' };

/** Names of the local machine, which browsers trust without https. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Adds the security headers to every response of `scope`; {@link addTransportSecurity} adds the one for https. Isolation is added
 * on trustworthy origins: https and the local machine (Secure Contexts, section 3.1). On others browsers ignore it and log a
 * warning for each page.
 */
export async function addSecurityHeaders(scope: FastifyInstance, { publicUrl }: Settings): Promise<void> {
  await scope.register(helmet, options);
  scope.addHook('onRequest', (request, reply, done) => {
    const isTrusted = isHttps(publicUrl) || request.protocol === 'https' || LOOPBACK.test(request.hostname);
    if (isTrusted) reply.headers(isolation);
    done();
  });
}

type HttpsSettings = Pick<Settings, 'publicUrl' | 'hstsSubdomains'>;

const HSTS = 'strict-transport-security';
const A_YEAR = 'max-age=31536000';

const hstsOf = ({ hstsSubdomains }: HttpsSettings) =>
  hstsSubdomains === true ? `${A_YEAR}; includeSubDomains` : A_YEAR;

const isHttps = (publicUrl: string | undefined) => publicUrl?.startsWith('https:') === true;

/** Returns the HSTS header of every response: none unless the public address is https (RFC 6797). */
export const transportHeaders = (settings: HttpsSettings): Readonly<Record<string, string>> =>
  isHttps(settings.publicUrl) ? { [HSTS]: hstsOf(settings) } : {};

/**
 * Adds HSTS, which makes browsers that came by https use only https for a year. Without a public address https is known for each
 * request alone, by the proxy's header; responses of the data API then omit HSTS. With one, `access/guard` adds it to them.
 */
export function addTransportSecurity(app: FastifyInstance, settings: Settings): void {
  const { publicUrl, trustProxy } = settings;
  const hsts = hstsOf(settings);
  if (publicUrl === undefined ? trustProxy === false : !isHttps(publicUrl)) return;
  app.addHook('onRequest', (request, reply, done) => {
    const cameByHttps = publicUrl !== undefined || request.protocol === 'https';
    if (cameByHttps && !request.url.startsWith('/v1/')) reply.raw.setHeader(HSTS, hsts);
    done();
  });
}
