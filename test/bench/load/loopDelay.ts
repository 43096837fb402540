/**
 * Loaded into the product before anything else: tells how long its event loop stood still, whenever it gets the signal SIGUSR2,
 * since it got it last.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two looks; so much is part of every delay. */
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
