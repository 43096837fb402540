import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings';

type LookSettings = Pick<Settings, 'metricsToken' | 'publicUrl' | 'trustProxy'>;

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** What a proxy adds, and what a browser does. */
const SIGNS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const BROWSERS = ['origin', 'sec-fetch-site', 'cookie'];

const digest = (text: string) => hash('sha256', text, 'buffer');

const isToken = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));

/** Whether a program on this machine asks by itself: nothing says that it passes on what somebody else asks. */
function isLocal({ socket, headers, raw }: FastifyRequest, { publicUrl, trustProxy }: LookSettings): boolean {
  if (publicUrl !== undefined || trustProxy !== false || raw.httpVersion !== '1.1') return false;
  if ([...SIGNS, ...BROWSERS].some((name) => headers[name] !== undefined)) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
}

/** Whether a request may see the metrics: with `METRICS_TOKEN` whoever brings it, else programs on this machine. */
export const mayLook = (request: FastifyRequest, settings: LookSettings): boolean =>
  settings.metricsToken === undefined
    ? isLocal(request, settings)
    : isToken(settings.metricsToken, request.headers.authorization);
