import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusal';

/** A signal that is aborted when the client goes away before it has been answered. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    gone.abort(new Refusal('malformed_request', 'The client went away before it was answered.'));
  });
  return gone.signal;
}
