import { readFileSync } from 'node:fs';
import { cpuSecondsOf } from '../load/processFacts';

/** Milliseconds of processor time that a process has used: on its event loop, and in all other threads. */
export interface ProcessorTime {
  readonly loop: number;
  readonly threads: number;
}

/** Of a process on Linux. Threads that have ended are among the others; the loop's thread has the number of the process. */
export function processorTimeOf(pid: number): ProcessorTime {
  const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  const loop = Number(nanoseconds) / 1e6;
  return { loop, threads: Math.max(0, (cpuSecondsOf(pid) ?? 0) * 1_000 - loop) };
}

/** What was used between two looks. */
export const usedBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime => ({
  loop: after.loop - before.loop,
  threads: after.threads - before.threads,
});
