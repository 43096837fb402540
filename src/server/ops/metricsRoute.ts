import { hash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { accountCalls, backupsMade, googleCalls, jobsDone, problemsAnswered, virusScans } from '../counters';
import type { ReadServices } from '../endpoints/readServices';
import { nothingHere } from '../http/problems';
import { DATA_POLICY } from '../http/securityHeaders';
import type { Parts } from '../parts';
import type { Settings } from '../settings';
import type { Records } from '../store/log/records';

type AccessSettings = Pick<Settings, 'metricsToken' | 'publicUrl' | 'trustProxy'>;

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/;

/** Headers added by proxies, and by browsers. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'cookie'];

const digest = (text: string) => hash('sha256', text, 'buffer');

const isToken = (token: string, authorization = '') =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization));

/** Returns whether a request comes directly from a program on this machine: no header reveals a proxy or a browser. */
function isLocal({ socket, headers, raw }: FastifyRequest, { publicUrl, trustProxy }: AccessSettings): boolean {
  if (publicUrl !== undefined || trustProxy !== false || raw.httpVersion !== '1.1') return false;
  if ([...PROXY_HEADERS, ...BROWSER_HEADERS].some((name) => headers[name] !== undefined)) return false;
  return LOOPBACK.test(socket.remoteAddress ?? '') && LOOPBACK_HOST.test(headers.host ?? '');
}

/** Returns whether a request may read the metrics: it needs `METRICS_TOKEN` if that is set, else it has to come from this machine. */
const mayRead = (request: FastifyRequest, settings: AccessSettings): boolean =>
  settings.metricsToken === undefined
    ? isLocal(request, settings)
    : isToken(settings.metricsToken, request.headers.authorization);

/** Parts of the server that are measured. */
interface MetricsParts extends Pick<Parts, 'settings' | 'workers'> {
  readonly reading: ReadServices;
  readonly records: Records;
}

/** Registers `GET /metrics` for Prometheus. Unauthorized requests get 404. */
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

/** Sampling interval of the event loop delay, in milliseconds. */
const RESOLUTION_MS = 10;

/** Histogram of the event loop delay, one per process. It starts at the first scrape, so that a server without Prometheus has no overhead. */
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

function startDelayHistogram() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  return histogram;
}

/** Adds a gauge whose value is read at each scrape. */
function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

function addBuildInfo(registry: Registry, { settings }: MetricsParts): void {
  const database = settings.databaseUrl === undefined ? 'sqlite' : 'postgresql';
  new Gauge({
    name: 'tabpoint_build_info',
    help: 'Always 1; the labels show version and runtime.',
    labelNames: ['version', 'database'],
    registers: [registry],
  }).set({ version: settings.version, database }, 1);
}

/** Adds the lengths of queues and the sizes of caches. */
function addQueues(registry: Registry, { workers, reading, records }: MetricsParts): void {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, name, help, read);
  add('tabpoint_workers_running', 'Busy worker threads.', () => workers.load().running);
  add('tabpoint_workers_waiting', 'Jobs waiting for a worker thread.', () => workers.load().waiting);
  add('tabpoint_writes_waiting', 'Writes waiting to be committed.', () => records.writer.waiting);
  const loading = 'Tabs being loaded into memory, or waiting to be.';
  add('tabpoint_tabs_loading', loading, () => reading.tabs.load().loading);
  add('tabpoint_tabs_held_bytes', 'Memory for rows of tabs.', () => reading.tabs.load().bytes);
  add('tabpoint_answers_held_bytes', 'Memory of cached responses.', () => reading.answers.bytes);
}

/** Adds CPU and memory of the process, with the names of Prometheus' official clients. */
function addProcess(registry: Registry): void {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, name, help, read);
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time used, in seconds.',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const start = 'When the process began, in seconds since 1970.';
  add('process_start_time_seconds', start, () => performance.timeOrigin / 1000);
  const memory = () => process.memoryUsage();
  add('process_resident_memory_bytes', 'Resident memory of the process.', () => memory().rss);
  add('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', () => memory().heapUsed);
  add('nodejs_external_memory_bytes', 'Memory of buffers and native objects.', () => memory().external);
}

/** Adds the event loop delay since the last scrape, without the sampling interval itself. */
function addEventLoopLag(registry: Registry): void {
  new Gauge({
    name: 'tabpoint_event_loop_lag_seconds',
    help: 'Event loop delay since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      delays ??= startDelayHistogram();
      const hasLooked = delays.count > 0;
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000);
      for (const quantile of [0.5, 0.99]) {
        this.set({ quantile }, hasLooked ? late(delays.percentile(quantile * 100)) : 0);
      }
      this.set({ quantile: 1 }, hasLooked ? late(delays.max) : 0);
      delays.reset();
    },
  });
}

/** Adds the metrics of the server's parts to the registry. */
function addServerMetrics(registry: Registry, parts: MetricsParts): void {
  addBuildInfo(registry, parts);
  for (const counter of [problemsAnswered, accountCalls, googleCalls, jobsDone, virusScans, backupsMade]) {
    registry.registerMetric<string>(counter);
  }
  addQueues(registry, parts);
  addProcess(registry);
  addEventLoopLag(registry);
}

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
