import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, before others get their turn. */
const LONGEST_STRETCH = 8;

/**
 * Keeps long work from holding up the event loop. Call it once a step; it answers a promise to wait for when others have
 * waited long enough, else nothing.
 */
export function createBreathing(): () => Promise<void> | undefined {
  let since = performance.now();
  const pause = async () => {
    await nextTurn();
    since = performance.now();
  };
  return () => (performance.now() - since < LONGEST_STRETCH ? undefined : pause());
}
