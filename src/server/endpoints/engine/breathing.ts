import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, before others get their turn. */
const LONGEST_STRETCH = 4;

/** The same, for work that nobody waits for: it may take its time. */
export const SHORT_STRETCH = 2;

/**
 * Keeps long work from holding up the event loop. Call it once a step; it answers a promise to wait for when others have
 * waited long enough, else nothing.
 *
 * @param longest milliseconds of work before that
 */
export function createBreathing(longest = LONGEST_STRETCH): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await nextTurn();
    since = performance.now();
  };
  return () => (performance.now() - since < longest ? undefined : pause());
}
