import type { UpdateResult } from 'kysely';

/** Thrown where others have changed something since a change of it was worked out. Nothing is stored then. */
export class ChangedMeanwhile extends Error {}

/** @throws ChangedMeanwhile where a statement has not found the one row that it is about as it was */
export function requireOne({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows !== 1n) throw new ChangedMeanwhile();
}

/** Does work that is left for another time where it throws {@link ChangedMeanwhile}. */
export async function leaveIfChanged(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
  }
}

/**
 * Plans and makes a change again as long as it throws {@link ChangedMeanwhile}.
 *
 * @param busy what is thrown after the last try
 * @param tries at most
 */
export async function retryIfChanged<T>(busy: () => Error, work: () => Promise<T>, tries = 5): Promise<T> {
  for (let tried = 0; tried < tries; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw busy();
}
