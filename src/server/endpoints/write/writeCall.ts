import type { Caller } from '../../access/caller';
import type { PlanLimits } from '../../plans/planLimits';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import type { Records } from '../../store/log/records';
import type { Work } from '../../store/log/work';
import type { GoogleWriter } from '../googleWrites/googleWriter';
import type { Reading } from '../reading';
import type { PlannedRows } from './rowPlanner';

/** What is written to, by whom. */
export interface WriteTarget {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint. */
  readonly url: string;
  /** Part of the address after the endpoint: a row's id, decoded. */
  readonly part: string | undefined;
}

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

/** What writes are performed with. */
export interface Performing {
  readonly reading: Reading;
  readonly records: Records;
  readonly planLimits: PlanLimits;
  /** Writes to spreadsheets of Google. */
  readonly google: Pick<GoogleWriter, 'write'>;
}
