import type { Incoming } from '../../http/readingDoor';
import { originOf } from '../../http/originOf';
import type { Settings } from '../../settings';

type ApproachSettings = Pick<Settings, 'trustProxy' | 'publicUrl'>;

/** Addresses as proxies write them. */
const ADDRESSES = /^[0-9a-f.:]+(?:, ?[0-9a-f.:]+)*$/i;

/** Beside the client itself proxies have added whom they heard it from: the last so many can be believed. */
function behindProxies(request: Incoming, proxies: number): string | undefined {
  const { remoteAddress } = request.socket;
  const forwarded = request.headers['x-forwarded-for'];
  if (forwarded === undefined) return remoteAddress;
  if (typeof forwarded !== 'string' || !ADDRESSES.test(forwarded)) return undefined;
  const addresses = [remoteAddress, ...forwarded.split(/, ?/).reverse()];
  return addresses[Math.min(proxies, addresses.length - 1)];
}

/**
 * The address a request comes from, as Fastify would say it.
 *
 * @returns undefined where that takes a closer look
 */
export function ipOf(request: Incoming, { trustProxy }: ApproachSettings): string | undefined {
  if (trustProxy === false) return request.socket.remoteAddress;
  return typeof trustProxy === 'number' ? behindProxies(request, trustProxy) : undefined;
}

/**
 * The origin that a request was sent to.
 *
 * @returns undefined where that takes a closer look
 * @throws Refusal `malformed_request` when the request has no usable Host
 */
export function originAsked({ headers }: Pick<Incoming, 'headers'>, settings: ApproachSettings): string | undefined {
  const isForwarded = headers['x-forwarded-host'] !== undefined || headers['x-forwarded-proto'] !== undefined;
  if (settings.trustProxy !== false && settings.publicUrl === undefined && isForwarded) return undefined;
  return originOf({ host: headers.host ?? '', protocol: 'http' }, settings);
}
