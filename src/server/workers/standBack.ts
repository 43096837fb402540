import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { availableParallelism, setPriority } from 'node:os';
import { compressHere } from '../workbook/gzipBlocks';

/** Between the usual 0 and 19: such a thread has one turn where another has about thirty. */
const BEHIND_ALL = 15;

/** One turn where the event loop, which everybody waits for, has three. */
const BEHIND_THE_LOOP = 5;

function setNiceness(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(niceness);
  } catch {
    // A sandbox may forbid it: then they take turns.
  }
}

/**
 * Lets this thread stand back behind whoever waits for an answer, where they share a core. Linux counts niceness by thread
 * (setpriority(2)); elsewhere it would hold up the whole process, and is left as it is. There is no way back, and blocks
 * that other threads would compress at their own priority are compressed in this one.
 */
export function standBack(): void {
  compressHere();
  setNiceness(BEHIND_ALL);
}

/** Lets this thread, whose job somebody waits for, give way to the event loop where they share a core. Linux only, as above. */
export const giveWay = (): void => setNiceness(BEHIND_THE_LOOP);

/**
 * Lets this thread, and those it starts, have the processor only while nobody else wants it, and give it up at once: a thread that is
 * merely nice may go on for some milliseconds (sched(7), "SCHED_IDLE"). Node has no call for it, so one of Linux's basic tools is
 * asked; without it, niceness is what there is. On a single core such a thread might never have its turn. Call {@link standBack}
 * too.
 */
export function waitForIdleMoments(): void {
  if (process.platform !== 'linux' || availableParallelism() === 1) return;
  try {
    const thread = basename(readlinkSync('/proc/thread-self'));
    spawnSync('chrt', ['--idle', '--pid', '0', thread], { stdio: 'ignore' });
  } catch {
    // Without /proc nobody knows this thread by its number.
  }
}
