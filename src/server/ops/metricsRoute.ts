import { hash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { accountCalls, backupsMade, googleCalls, jobsDone, problemsAnswered, virusScans } from '../counters';
import type { Reading } from '../endpoints/reading';
import { nothingHere } from '../http/problems';
import { DATA_POLICY } from '../http/securityHeaders';
import type { Parts } from '../parts';
import type { Settings } from '../settings';
import type { Records } from '../store/log/records';

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

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;

/** What the server is measured by. */
interface MetricsParts extends Pick<Parts, 'settings' | 'workers'> {
  readonly reading: Reading;
  readonly records: Records;
}

/** One for the process. It begins when it is first asked for, so that a server without Prometheus pays nothing. */
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

function startedDelays() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  return histogram;
}

/** Adds a gauge whose value is read each time the registry is shown. */
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
    help: 'Always 1; its labels say what runs.',
    labelNames: ['version', 'database'],
    registers: [registry],
  }).set({ version: settings.version, database }, 1);
}

/** What waits, and what is kept in memory. */
function addQueues(registry: Registry, { workers, reading, records }: MetricsParts): void {
  const add = (name: string, help: string, read: () => number) => addGauge(registry, name, help, read);
  add('tabpoint_workers_running', 'Worker threads that have a job.', () => workers.load().running);
  add('tabpoint_workers_waiting', 'Jobs that wait for a worker thread.', () => workers.load().waiting);
  add('tabpoint_writes_waiting', 'Writes that wait to be committed.', () => records.writer.waiting);
  const loading = 'Tabs that are being read into memory, or wait for that.';
  add('tabpoint_tabs_loading', loading, () => reading.tabs.load().loading);
  add('tabpoint_tabs_held_bytes', 'Memory for rows of tabs.', () => reading.tabs.load().bytes);
  add('tabpoint_answers_held_bytes', 'Memory for finished answers.', () => reading.answers.bytes);
}

/** What the process takes, under the names that Prometheus' own clients use. */
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
  add('process_resident_memory_bytes', 'Memory that the system has for the process.', () => memory().rss);
  add('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', () => memory().heapUsed);
  add('nodejs_external_memory_bytes', 'Memory of buffers and of what is not JavaScript.', () => memory().external);
}

/** How late the event loop was since the last look; the look itself, every 10 ms, is taken off. */
function addEventLoopLag(registry: Registry): void {
  new Gauge({
    name: 'tabpoint_event_loop_lag_seconds',
    help: 'How late the event loop was since the last look at these numbers.',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      delays ??= startedDelays();
      const hasLooked = delays.count > 0;
      const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000);
      for (const quantile of [0.5, 0.99]) {
        this.set({ quantile }, hasLooked ? late(delays.percentile(quantile * 100)) : 0);
      }
      this.set({ quantile: 1 }, hasLooked ? late(delays.max) : 0);
      delays.reset();
    },
  });
}

/** Adds to an app's registry what the server can say of itself at any moment. */
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

/**
 * A counter of what happens with each request. It counts in a map, which the client of Prometheus reads when it is asked.
 *
 * @returns counts one; the labels stand in their order, with spaces between them
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
    ...{ name, help, labelNames, registers: [registry] },
    collect() {
      this.reset();
      for (const [labels, count] of counts) this.labels(...labels.split(' ')).inc(count);
    },
  });
  return (labels: string) => void counts.set(labels, (counts.get(labels) ?? 0) + 1);
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
    help: 'Seconds from a request being read to its answer being handed over, by area.',
    labelNames: ['area'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const countAnswer = requestCounter(
    registry,
    'tabpoint_answers_total',
    'Answers of the data API for a project, by whether a finished body was sent again.',
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

/** Makes the app's registry, `app.metrics`, and counts there every answer and how long it took. */
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
