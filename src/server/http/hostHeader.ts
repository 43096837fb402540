import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal';

/** Refuses requests of HTTP/1.1 that do not say which host they are for (RFC 9112, section 3.2). */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (headers.host !== undefined || raw.httpVersion !== '1.1') return;
    throw new Refusal('malformed_request', 'This request has no Host header.', {
      hint: 'Send the name of the server as Host; clients of HTTP do so by themselves.',
    });
  });
}
