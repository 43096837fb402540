import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** What this app shows to Prometheus. */
    metrics: Registry;
  }
}

/** Parts of the server whose requests are counted apart. */
const areas = ['data', 'app', 'site'] as const;
type Area = (typeof areas)[number];

/** Seconds: from 64 microseconds to half a minute, each twice the one before. */
const BUCKETS = Array.from({ length: 20 }, (_, at) => 2 ** (6 + at) / 1e6);

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function areaOf(url: string): Area {
  if (url.startsWith('/v1')) return 'data';
  return url.startsWith('/api') ? 'app' : 'site';
}

/** `2xx`, `304`, `4xx` … */
const statusOf = (status: number) => (status === 304 ? '304' : `${Math.floor(status / 100)}xx`);

/** Whether the answer is a stream of events, which lasts as long as the client listens. */
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

function makeMetrics(registry: Registry) {
  const registers = [registry];
  const requests = new Counter({
    name: 'tabpoint_requests_total',
    help: 'Requests answered, by area (data: /v1, app: /api, site: pages and files), method and status.',
    labelNames: ['area', 'method', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'tabpoint_request_duration_seconds',
    help: 'Seconds from a request being read to its answer being handed over, by area.',
    labelNames: ['area'],
    buckets: BUCKETS,
    registers,
  });
  const answers = new Counter({
    name: 'tabpoint_answers_total',
    help: 'Answers of the data API for a project, by whether a finished body was sent again.',
    labelNames: ['cache'],
    registers,
  });
  for (const area of areas) durations.zero({ area });
  for (const cache of ['hit', 'miss']) answers.inc({ cache }, 0);
  return { requests, durations, answers };
}

/** Makes the app's registry, `app.metrics`, and counts there every answer and how long it took. */
export function measureRequests(app: FastifyInstance): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  const { requests, durations, answers } = makeMetrics(registry);
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    const area = areaOf(request.url);
    const method = METHODS.has(request.method) ? request.method : 'other';
    requests.inc({ area, method, status: statusOf(reply.statusCode) });
    if (!isStream(reply)) durations.observe({ area }, reply.elapsedTime / 1000);
    if (request.countedProject !== undefined) answers.inc({ cache: request.fromCache ? 'hit' : 'miss' });
    done();
  });
}
