import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reading } from '../endpoints/reading';
import type { Parts } from '../parts';
import type { Records } from '../store/log/records';
import { accountCalls, googleCalls, jobsDone, problemsTold, virusScans } from '../counters';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;

/** What the server is measured by. */
export interface MetricsParts extends Pick<Parts, 'settings' | 'workers'> {
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
export function addServerMetrics(registry: Registry, parts: MetricsParts): void {
  addBuildInfo(registry, parts);
  for (const counter of [problemsTold, accountCalls, googleCalls, jobsDone, virusScans]) {
    registry.registerMetric<string>(counter);
  }
  addQueues(registry, parts);
  addProcess(registry);
  addEventLoopLag(registry);
}
