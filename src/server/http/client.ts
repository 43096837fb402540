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

const GROUPS = 8;
const NETWORK_GROUPS = 4;

const groupsOf = (text = '') =>
  text === '' ? [] : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));

/**
 * Returns the network of a client address. For IPv6, it is the first four groups (RFC 6177), whatever zeros are left out; an IPv4-mapped
 * address counts as IPv4. Tolerates texts that are not addresses, as proxies may pass on anything.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [start, end] = plain.split('::', 2);
  const first = groupsOf(start);
  const last = groupsOf(end);
  const zeros = new Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS).join(':');
}
