import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DATA_POLICY } from '../http/securityHeaders';
import { nothingHere } from '../http/problems';
import type { Settings } from '../settings';
import { addServerMetrics, type MetricsParts } from './serverMetrics';

type AccessSettings = Pick<Settings, 'metricsToken' | 'publicUrl' | 'trustProxy'>;

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** Headers that a proxy adds, and those that a browser does. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'cookie'];

const digest = (text: string) => hash('sha256', text, 'buffer');

const isToken = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));

/** Whether a program on this machine asks for itself: no header shows a proxy or a browser. */
function isLocal({ socket, headers, raw }: FastifyRequest, { publicUrl, trustProxy }: AccessSettings): boolean {
  if (publicUrl !== undefined || trustProxy !== false || raw.httpVersion !== '1.1') return false;
  if ([...PROXY_HEADERS, ...BROWSER_HEADERS].some((name) => headers[name] !== undefined)) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
}

/** Whether a request may read the metrics: one with `METRICS_TOKEN` where that is set, else one of a program on this machine. */
const mayRead = (request: FastifyRequest, settings: AccessSettings): boolean =>
  settings.metricsToken === undefined
    ? isLocal(request, settings)
    : isToken(settings.metricsToken, request.headers.authorization);

/** `GET /metrics` for Prometheus; for everybody who may not read it there is nothing here. */
export function registerMetrics(app: FastifyInstance, parts: MetricsParts): void {
  const { metrics } = app;
  addServerMetrics(metrics, parts);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, parts.settings)) throw nothingHere();
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', DATA_POLICY)
      .send(await metrics.metrics());
  });
}
