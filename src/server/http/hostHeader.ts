import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal';

/** Whether a request says which host it is for, and says one only: what came twice is joined by a comma (`doorway.ts`). */
export const namesOneHost = ({ host }: IncomingHttpHeaders): boolean => host !== undefined && !host.includes(',');

/** Refuses requests of HTTP/1.1 that do not say which host they are for, or say it twice (RFC 9112, section 3.2). */
export function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, raw }) => {
    if (namesOneHost(headers) || (headers.host === undefined && raw.httpVersion !== '1.1')) return;
    const what = headers.host === undefined ? 'has no Host header' : 'names more than one Host';
    throw new Refusal('malformed_request', `This request ${what}.`, {
      hint: 'Send the name of the server as Host; clients of HTTP do so by themselves.',
    });
  });
}
