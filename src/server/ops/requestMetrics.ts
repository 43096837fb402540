import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Metrics of this app for Prometheus. */
    metrics: Registry;
  }
}

/** Areas of the server whose requests are counted separately. */
const areas = ['data', 'app', 'site'] as const;
type Area = (typeof areas)[number];

/** Histogram buckets in seconds, doubling from 64 µs to half a minute. */
const BUCKETS = Array.from({ length: 20 }, (_, at) => 2 ** (6 + at) / 1e6);

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function areaOf(url: string): Area {
  if (url.startsWith('/v1')) return 'data';
  return url.startsWith('/api') ? 'app' : 'site';
}

/** Returns the label of a status: `2xx`, `304`, `4xx` … */
const statusOf = (status: number) => (status === 304 ? '304' : `${Math.floor(status / 100)}xx`);

/** Returns whether the response is a stream of server-sent events, which lasts as long as the client is connected. */
const isStream = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/event-stream');

/**
 * Adds a counter that is incremented for each request. It counts in a map, which is copied to the Prometheus counter at each scrape.
 *
 * @returns function that increments the counter; its argument is the label values in order, separated by spaces
 */
function requestCounter(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  known: string[],
) {
  const counts = new Map(known.map((labels) => [labels, 0]));
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const [labels, count] of counts) this.labels(...labels.split(' ')).inc(count);
    },
  });
  return (labels: string): void => {
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
  };
}

function makeMetrics(registry: Registry) {
  const countRequest = requestCounter(
    registry,
    'tabpoint_requests_total',
    'Requests answered, by area (data: /v1, app: /api, site: pages and files), method and status.',
    ['area', 'method', 'status'],
    [],
  );
  const durations = new Histogram({
    name: 'tabpoint_request_duration_seconds',
    help: 'Response time in seconds, by area.',
    labelNames: ['area'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const countAnswer = requestCounter(
    registry,
    'tabpoint_answers_total',
    'Answers of the data API for a project, by whether they came from the cache.',
    ['cache'],
    ['hit', 'miss'],
  );
  for (const area of areas) durations.zero({ area });
  const durationOf = {
    data: durations.labels('data'),
    app: durations.labels('app'),
    site: durations.labels('site'),
  } as const satisfies Record<Area, unknown>;
  return { countRequest, durationOf, countAnswer };
}

/** Creates the app's registry, `app.metrics`, and records every response and its duration there. */
export function measureRequests(app: FastifyInstance): void {
  const registry = new Registry();
  app.decorate('metrics', registry);
  const { countRequest, durationOf, countAnswer } = makeMetrics(registry);
  app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
    const area = areaOf(request.url);
    const method = METHODS.has(request.method) ? request.method : 'other';
    countRequest(`${area} ${method} ${statusOf(reply.statusCode)}`);
    if (area === 'data' || !isStream(reply)) durationOf[area].observe(reply.elapsedTime / 1000);
    if (request.countedProject !== undefined) countAnswer(request.fromCache ? 'hit' : 'miss');
    done();
  });
}
