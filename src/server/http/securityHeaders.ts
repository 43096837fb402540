import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings';

/**
 * Content Security Policy of answers that are data: should a browser ever show one as a page, it runs, loads and sends nothing,
 * and no page shows it in a frame.
 */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * Hash of the empty text: lets an empty `<style>` be made, into which styled-components puts its rules one by one through
 * the CSS object model. A style that brings any text of its own stays forbidden.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Everything comes from our own origin; no inline script, no inline style, no frames, no plug-ins. */
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
  // See `addIsolation`.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
} as const;

/** What keeps pages of other sites apart from ours. */
const isolation = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' };

/** Names of this very machine, which browsers trust without https. */
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Browsers take these headers from origins alone that they trust: https, and this machine (Secure Contexts, section 3.1).
 * Elsewhere they would write a warning for each page into their console.
 */
function addIsolation(scope: FastifyInstance, { publicUrl }: Pick<Settings, 'publicUrl'>): void {
  const isTrusted = publicUrl?.startsWith('https:') === true;
  scope.addHook('onRequest', (request, reply, done) => {
    if (isTrusted || request.protocol === 'https' || LOOPBACK.test(request.hostname)) reply.headers(isolation);
    done();
  });
}

/** Puts the headers that protect browsers on every answer of `scope`; {@link addTransportSecurity} has the one for https. */
export async function addSecurityHeaders(scope: FastifyInstance, settings: Settings): Promise<void> {
  await scope.register(helmet, options);
  addIsolation(scope, settings);
}

type HttpsSettings = Pick<Settings, 'publicUrl' | 'hstsSubdomains'>;

const A_YEAR = 'max-age=31536000';

const fieldOf = ({ hstsSubdomains }: HttpsSettings) => ({
  'strict-transport-security': hstsSubdomains === true ? `${A_YEAR}; includeSubDomains` : A_YEAR,
});

/** Headers of every answer to every client: none, unless the public address is an https one (RFC 6797). */
export const transportHeaders = (settings: HttpsSettings): Readonly<Record<string, string>> =>
  settings.publicUrl?.startsWith('https:') === true ? fieldOf(settings) : {};

/**
 * Tells browsers of people who come by https to come by nothing else for a year. Without a public address that is known of each
 * request alone, by the word of a proxy; answers of the data API then leave it out. With one they have it from `access/guard`.
 */
export function addTransportSecurity(app: FastifyInstance, settings: Settings): void {
  const isKnown = settings.publicUrl !== undefined;
  const headers = Object.entries(isKnown ? transportHeaders(settings) : fieldOf(settings));
  if (headers.length === 0 || (!isKnown && settings.trustProxy === false)) return;
  app.addHook('onRequest', (request, reply, done) => {
    const isHttps = isKnown || request.protocol === 'https';
    if (isHttps && !request.url.startsWith('/v1/'))
      for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
}
