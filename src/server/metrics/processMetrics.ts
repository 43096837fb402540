import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Family, gauge } from './metric';

/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 10;

const NANOSECONDS = 1e9;

/** Begins when it is first asked for, so that a server nobody watches pays nothing. */
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

function started() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  histogram.enable();
  return histogram;
}

/** How late the event loop was since it was last asked; the look itself, every 10 ms, taken off. */
function lagFamily(): Family {
  delays ??= started();
  const { count } = delays;
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION / 1000);
  const told = [
    { labels: { quantile: '0.5' }, value: count === 0 ? 0 : late(delays.percentile(50)) },
    { labels: { quantile: '0.99' }, value: count === 0 ? 0 : late(delays.percentile(99)) },
    { labels: { quantile: '1' }, value: count === 0 ? 0 : late(delays.max) },
  ];
  delays.reset();
  return {
    name: 'tabpoint_event_loop_lag_seconds',
    help: 'How late the event loop was since the last look at these numbers.',
    type: 'gauge',
    samples: told,
  };
}

/** What the process takes, under the names that Prometheus' own clients use. */
export function processFamilies(): Family[] {
  const memory = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: 'process_cpu_seconds_total',
      help: 'CPU time used, in seconds.',
      type: 'counter',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge(
      'process_start_time_seconds',
      'When the process began, in seconds since 1970.',
      performance.timeOrigin / 1000,
    ),
    gauge('process_resident_memory_bytes', 'Memory that the system has for the process.', memory.rss),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', memory.heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers and of what is not JavaScript.', memory.external),
    lagFamily(),
  ];
}
