/** Work in small steps: whoever runs it may pause after each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs work to its end at once. */
export function runAtOnce<T>(work: Steps<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
