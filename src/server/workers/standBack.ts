import { setPriority } from 'node:os';
import { compressHere } from '../workbook/gzipBlocks';

/** Between the usual 0 and 19: such a thread has one turn where another has about thirty. */
const NICE = 15;

/**
 * Lets this thread stand back behind whoever waits for an answer, where they share a core. Linux counts niceness by thread
 * (setpriority(2)); elsewhere it would hold up the whole process, and is left as it is. There is no way back, and blocks
 * that other threads would compress at their own priority are compressed in this one.
 */
export function standBack(): void {
  compressHere();
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICE);
  } catch {
    // A sandbox may forbid it: then they take turns.
  }
}
