import { busy, later, Refusal } from '../../refusal';

/** Refusal of a write to a paused project. */
export const writesPaused = () =>
  new Refusal('writes_paused', 'This project is paused: it answers the rows it has and takes no new ones.', {
    hint: 'Its owner resumes it on its page, under Settings.',
    ...later(60),
  });

/** Refusal of a write to a read-only project, with the reason and a remedy. */
export const readOnly = (reason?: string | null) =>
  new Refusal('read_only', reason ?? 'The rows of this project come from a source that cannot be written to.', {
    hint: 'Download the spreadsheet as .xlsx, upload it to the Tabpoint drive and make a project of it: rows of the drive can be written.',
  });

/** Refusal when the project or its tab was removed while the write was in progress. */
export const goneMeanwhile = () => new Refusal('gone', 'This endpoint has been removed. Nothing was written.');

/** Returns the refusal for an outcome that prevents a commit. */
export function refusalOf(kind: 'paused' | 'readOnly' | 'gone'): Refusal {
  if (kind === 'paused') return writesPaused();
  return kind === 'readOnly' ? readOnly() : goneMeanwhile();
}

export const tooContended = () =>
  busy('Others write to this sheet at the same time. Nothing was written; try again.', 1);

export const tooManyWrites = () =>
  busy('More is being written than the server can keep up with. Nothing was written; try again.', 2);

export const keyReused = (key: string) =>
  new Refusal('idempotency_key_reused', `Another request was made with the Idempotency-Key “${key.slice(0, 100)}”.`, {
    hint: 'Use a new key for every new request, and the same one only to repeat the very same request.',
  });
