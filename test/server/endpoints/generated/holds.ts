import fc, { type IAsyncProperty, type RunDetails } from 'fast-check';
import { runs } from '../../../fixtures/runs';

/** What is generated is mostly made of functions, which say nothing when they are printed: the failure itself names what was asked. */
async function report<T>({ failed, seed, counterexamplePath, numShrinks, errorInstance }: RunDetails<T>) {
  if (!failed) return;
  const again = `{ seed: ${seed}, path: '${counterexamplePath ?? ''}' }`;
  const told = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  throw new Error(`It does not hold, made smaller ${numShrinks} times. For the same again: ${again}\n\n${told}`, {
    cause: errorInstance,
  });
}

/** Whether a property holds for so many generated values ({@link runs}). What it fails for is made smaller for a while. */
export const holds = <T>(property: IAsyncProperty<T>, usual: number): Promise<void> =>
  fc.assert(property, { numRuns: runs(usual), interruptAfterTimeLimit: runs(60_000), asyncReporter: report });
