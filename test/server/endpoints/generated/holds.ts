import fc, { type IAsyncProperty, type RunDetails } from 'fast-check';
import { runs } from '../../../fixtures/runs';

/** Generated values are mostly functions, which print as nothing: the error itself names the query. */
async function report<T>({ failed, seed, counterexamplePath, numShrinks, errorInstance }: RunDetails<T>) {
  if (!failed) return;
  const again = `{ seed: ${seed}, path: '${counterexamplePath ?? ''}' }`;
  const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`It does not hold, made smaller ${numShrinks} times. For the same again: ${again}\n\n${message}`, {
    cause: errorInstance,
  });
}

/** Checks a property for a number of generated values ({@link runs}), and shrinks failures for a limited time. */
export const checkProperty = <T>(property: IAsyncProperty<T>, usual: number): Promise<void> =>
  fc.assert(property, { numRuns: runs(usual), interruptAfterTimeLimit: runs(60_000), asyncReporter: report });
