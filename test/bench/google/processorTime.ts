import { readFileSync } from 'node:fs';
import { cpuSecondsOf } from '../load/processFacts';

/** Milliseconds of processor time of a process. */
export interface ProcessorTime {
  /** Used on its event loop. */
  readonly loop: number;
  /** Used by all other threads. */
  readonly threads: number;
  /** For which the event loop could have run, but another thread had the core. */
  readonly waited: number;
}

/** Of a process on Linux. Threads that have ended are among the others; the loop's thread has the number of the process. */
export function processorTimeOf(pid: number): ProcessorTime {
  const [used = '', waited = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  const loop = Number(used) / 1e6;
  return {
    loop,
    threads: Math.max(0, (cpuSecondsOf(pid) ?? 0) * 1_000 - loop),
    waited: Number(waited) / 1e6,
  };
}

/** Between two looks, by the second. */
export const perSecond = (before: ProcessorTime, after: ProcessorTime, seconds: number): ProcessorTime => ({
  loop: (after.loop - before.loop) / seconds,
  threads: (after.threads - before.threads) / seconds,
  waited: (after.waited - before.waited) / seconds,
});
