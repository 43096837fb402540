import type { ProjectTabsTable } from '../database/tables/projects';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import type { Records } from '../store/log/records';
import type { OpenedTab } from '../store/log/plannedWrite';
import type { DerivedDrafts } from './driveSource';
import type { Syncs } from '../sync/syncs';
import type { GridTabs } from './grid/gridTab';
import type { ReceivedFile } from './receiveUpload';
import type { StaleTabs } from './stale/staleTabs';

/** Access to the rows of endpoints for the grid, provided by the data API. */
export interface EndpointRows {
  readonly records: Records;
  /** Opens an endpoint's rows for writing; undefined if it has no columns. */
  readonly open: (endpoint: ProjectTabsTable) => Promise<OpenedTab | undefined>;
}

/** Dependencies of the drive. */
export interface DriveServices extends Base {
  readonly syncs: Syncs;
  readonly planLimits: PlanLimits;
  readonly derivedDrafts: DerivedDrafts;
  readonly endpoints: EndpointRows;
  /** Cache of its tabs. */
  readonly gridTabs: GridTabs;
  /** Formulas that are older than their inputs. */
  readonly staleTabs: StaleTabs;
  /** Returns a template's workbook, which must not be deleted. @throws Refusal `not_found` */
  readonly templateFile: (templateId: string) => Promise<ReceivedFile>;
}

/** {@link DriveServices} for one request. */
export interface RequestContext extends DriveServices {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}
