import { setImmediate } from 'node:timers';

/** Who waits to go on, the first of them first. */
const waiting: (() => void)[] = [];

function next() {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/**
 * Lets whoever waits for an answer go first. To be called between the pieces of work that nobody waits for: however much of it is
 * under way, one piece is done in each turn of the event loop, and requests that have come meanwhile are answered between two.
 */
export const behindOthers = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
