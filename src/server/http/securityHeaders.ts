import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

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

/** Puts the headers that protect browsers on every answer of `scope`; `transportSecurity.ts` has the one for https. */
export async function addSecurityHeaders(scope: FastifyInstance): Promise<void> {
  await scope.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
