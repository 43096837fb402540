import { createBreathing } from './breathing';
import type { Steps } from './steps';

/** Runs work in small steps, between which others get their turn. @param longest see {@link createBreathing} */
export async function runInSteps<T>(work: Steps<T>, longest?: number): Promise<T> {
  const breathe = createBreathing(longest);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    const pause = breathe();
    if (pause) await pause;
  }
}
