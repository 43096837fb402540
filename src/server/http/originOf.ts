import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal';
import { DEVELOPMENT_ORIGIN, type Settings } from '../settings';

type OriginSettings = Pick<Settings, 'publicUrl' | 'development'>;

/** Host with an optional port, as in `Host` and `X-Forwarded-Host`. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** Hint of requests without a usable host. */
export const HOST_HINT = 'Send the name of the server as Host; clients of HTTP do so by themselves.';

/** Memoizes the last origin: nearly every request has the same. */
let last = { protocol: '', host: '', origin: '' };

/** Returns the path of `PUBLIC_URL`: empty, or for example `/tabpoint`. */
export const basePathOf = ({ publicUrl }: Pick<OriginSettings, 'publicUrl'>): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

/**
 * Returns the base of every URL of this server, without a trailing slash: `PUBLIC_URL`, with its path, else the origin of the
 * request (forwarded headers count only if `TRUST_PROXY` says that a proxy sends them).
 *
 * @throws Refusal `malformed_request` if the request has no usable Host
 */
export function originOf(
  request: Pick<FastifyRequest, 'host' | 'protocol'>,
  { publicUrl }: Pick<OriginSettings, 'publicUrl'>,
): string {
  if (publicUrl !== undefined) return publicUrl;
  const { host, protocol } = request;
  if (last.host === host && last.protocol === protocol) return last.origin;
  const address = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  if (!HOST.test(host) || !URL.canParse(address)) {
    const what = host === '' ? 'has no Host header' : 'has a Host header that is no host name';
    throw new Refusal('malformed_request', `This request ${what}.`, { hint: HOST_HINT });
  }
  last = { protocol, host, origin: new URL(address).origin };
  return last.origin;
}

/** Returns the origin of this server's pages, as in browsers' `Origin`. @throws Refusal as {@link originOf} */
export const browserOriginOf = (request: FastifyRequest, settings: Pick<OriginSettings, 'publicUrl'>): string =>
  settings.publicUrl === undefined ? originOf(request, settings) : new URL(settings.publicUrl).origin;

/** Returns the origins whose pages may act for a signed-in person: our own and, in development, that of the app's development server. */
export function trustedOriginsOf(request: FastifyRequest, settings: OriginSettings): readonly string[] {
  const own = browserOriginOf(request, settings);
  return settings.development ? [own, DEVELOPMENT_ORIGIN] : [own];
}
