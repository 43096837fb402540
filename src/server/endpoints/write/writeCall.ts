import type { Caller } from '../../access/caller';
import type { PlanLimits } from '../../plans/planLimits';
import type { ReadProject, ReadTab } from '../../store/log/endpointsRepository';
import type { Records } from '../../store/log/records';
import type { Work } from '../../store/log/plannedWrite';
import type { GoogleWriter } from '../googleWrites/googleWriter';
import type { ReadServices } from '../readServices';
import type { PlannedRows } from './rowPlanner';

/** Target of a write, and its caller. */
export interface WriteTarget {
  readonly project: ReadProject;
  readonly tab: ReadTab;
  readonly caller: Caller;
  /** URL of the endpoint. */
  readonly url: string;
  /** Path part after the endpoint: a row's id, decoded. */
  readonly part: string | undefined;
}

/** Write, and options of its response. */
export interface WriteCall {
  readonly target: WriteTarget;
  readonly work: Work<PlannedRows>;
  readonly isDryRun: boolean;
  /** Whether the response is a list. */
  readonly isList: boolean;
  readonly listsIgnored: boolean;
  /** Names in the request, the only columns shown to callers who may not read. */
  readonly givenNames: readonly string[];
  /** Whether one row is removed; the response is then empty. */
  readonly isRemoval: boolean;
  readonly idempotencyKey: string | undefined;
}

/** Dependencies of writes. */
export interface WriteServices {
  readonly reading: ReadServices;
  readonly records: Records;
  readonly planLimits: PlanLimits;
  /** Writer for Google spreadsheets. */
  readonly google: Pick<GoogleWriter, 'write'>;
}
