import { readFileSync } from 'node:fs';
import { cpuSecondsOf } from '../load/processFacts';

/** Processor time of a process in milliseconds. */
export interface ProcessorTime {
  /** Time on its event loop. */
  readonly loop: number;
  /** Time of all other threads. */
  readonly threads: number;
  /** Time in which the event loop was ready to run, but another thread had the core. */
  readonly waited: number;
}

/**
 * Reads the processor time of a process on Linux. Ended threads count among the others; the loop's thread has the id of the
 * process.
 */
export function processorTimeOf(pid: number): ProcessorTime {
  const [used = '', waited = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  const loop = Number(used) / 1e6;
  return {
    loop,
    threads: Math.max(0, (cpuSecondsOf(pid) ?? 0) * 1_000 - loop),
    waited: Number(waited) / 1e6,
  };
}

/** Returns the processor time per second between two readings. */
export const perSecond = (before: ProcessorTime, after: ProcessorTime, seconds: number): ProcessorTime => ({
  loop: (after.loop - before.loop) / seconds,
  threads: (after.threads - before.threads) / seconds,
  waited: (after.waited - before.waited) / seconds,
});
