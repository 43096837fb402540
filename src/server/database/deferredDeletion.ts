import type { Kysely } from 'kysely';
import { deleteUnused } from './blobs';
import type { Database } from './schema';

/** An answer that began with the old rows may still be reading them for so long. */
const GRACE_MILLISECONDS = 60_000;

/** Takes blobs that were replaced. */
export interface Retiring {
  readonly retire: (blobs: readonly string[]) => void;
  readonly close: () => void;
}

/**
 * Removes blobs that were replaced after a minute, but for those that cursors may still ask (`store/log/history`). What is
 * left when the process ends is taken by the purge at its start.
 */
export function createRetiring(db: Kysely<Database>, report: (error: unknown) => void): Retiring {
  const timers = new Set<NodeJS.Timeout>();
  const remove = async (blobs: readonly string[]) => {
    for (const blob of blobs) await deleteUnused(db, blob);
  };
  return {
    retire(blobs: readonly string[]) {
      if (blobs.length === 0) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        remove(blobs).catch(report);
      }, GRACE_MILLISECONDS);
      timer.unref();
      timers.add(timer);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
