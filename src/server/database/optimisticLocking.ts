import type { UpdateResult } from 'kysely';

/** Thrown if the data of a planned change was changed concurrently. Nothing is stored then. */
export class ChangedMeanwhile extends Error {}

/** Checks that an update has matched its one row, unchanged since it was read. @throws ChangedMeanwhile */
export function requireOne({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows !== 1n) throw new ChangedMeanwhile();
}

/** Runs work, and abandons it on {@link ChangedMeanwhile}. @returns its result; undefined when it was abandoned */
export async function leaveIfChanged<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    return undefined;
  }
}

/**
 * Plans and applies a change, and retries it on {@link ChangedMeanwhile}.
 *
 * @param busy creates the error thrown after the last attempt
 * @param tries maximum number of attempts
 */
export async function retryIfChanged<T>(busy: () => Error, work: () => Promise<T>, tries = 5): Promise<T> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  throw busy();
}
