import type { GoogleWriter } from '../../sources/google/write/googleWriter';
import type { Records } from '../../records/records';
import type { Work } from '../../records/work';
import type { Reading } from '../reading';
import type { PlannedRows } from './plannedRows';
import type { WriteTarget } from './writeTarget';

/** What is written, and how it is answered. */
export interface WriteCall {
  readonly target: WriteTarget;
  readonly work: Work<PlannedRows>;
  readonly isDryRun: boolean;
  /** Whether a list is answered. */
  readonly isList: boolean;
  readonly tellsIgnored: boolean;
  /** Names that the request gives, all that is shown to callers who may not read. */
  readonly givenNames: readonly string[];
  /** Whether one row is removed, which is answered with nothing. */
  readonly isRemoval: boolean;
  readonly idempotencyKey: string | undefined;
}

export interface Performing {
  readonly reading: Reading;
  readonly records: Records;
  /** Writes to spreadsheets of Google. */
  readonly google: Pick<GoogleWriter, 'write'>;
}
