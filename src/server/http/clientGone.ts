import type { FastifyReply } from 'fastify';
import { Refusal } from '../refusal';

/** Returns a signal that aborts when the client disconnects before the response is finished. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) return;
    gone.abort(new Refusal('malformed_request', 'The client went away before it was answered.'));
  });
  return gone.signal;
}
