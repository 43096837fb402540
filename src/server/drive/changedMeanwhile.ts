import { Refusal } from '../refusal';

/** Thrown where a tab or a spreadsheet has changed since a change of it was planned. */
export class ChangedMeanwhile extends Error {}

/** A change that failed because of other writes all the time. */
export const busyWriting = () =>
  new Refusal('busy', 'Others write to this sheet at the same time. Nothing was changed; try again.', {
    headers: { 'Retry-After': '1' },
  });

/**
 * Plans and makes a change again as long as it throws {@link ChangedMeanwhile}.
 *
 * @param tries at most
 * @param busy the Refusal after the last try
 */
export async function retryIfChanged<T>(tries: number, busy: () => Refusal, work: () => Promise<T>): Promise<T> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw busy();
}
