import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, before others get their turn: of all such work in one turn of the event loop. */
const LONGEST_STRETCH = 4;

/** The same, for work that nobody waits for: it may take its time. */
export const SHORT_STRETCH = 1;

/** When long work began in this turn of the event loop. */
let began: number | undefined;

function endTurn() {
  began = undefined;
}

/** Milliseconds for which others have waited in this turn. */
function waited(): number {
  const now = performance.now();
  if (began === undefined) {
    began = now;
    setImmediate(endTurn);
  }
  return now - began;
}

async function pause(): Promise<void> {
  await nextTurn();
  waited();
}

/**
 * Keeps long work from holding up the event loop, however much of it goes on at the same time. Call it once a step; it answers a
 * promise to wait for when others have waited long enough, else nothing.
 *
 * @param longest milliseconds of work before that
 */
export function createBreathing(longest = LONGEST_STRETCH): () => Promise<void> | undefined {
  waited();
  return () => (waited() < longest ? undefined : pause());
}
