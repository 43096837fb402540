/**
 * Loaded into the product before anything else: at each signal SIGUSR2 it reports the longest blocking of the event loop since
 * the last one.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two timer ticks; every delay includes it. */
const RESOLUTION = 1;

function watch() {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  const milliseconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION).toFixed(1);
  histogram.enable();
  process.on('SIGUSR2', () => {
    process.stdout.write(`loop delay ${milliseconds(histogram.max)} ${milliseconds(histogram.percentile(99))} ms\n`);
    histogram.reset();
  });
}

if (isMainThread) watch();
