import type { ProjectTabsTable } from '../database/tables/projects';
import type { Base } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import type { Records } from '../store/log/records';
import type { OpenedTab } from '../store/log/work';
import type { DerivedDrafts } from './driveSource';
import type { Syncs } from '../sync/syncs';
import type { GridTabs } from './grid/gridTab';
import type { ReceivedFile } from './receiveUpload';
import type { StaleTabs } from './stale/staleTabs';

/** How the grid writes rows of endpoints; the data API gives it. */
export interface EndpointRows {
  readonly records: Records;
  /** Opens an endpoint's rows for writing; undefined where it has no columns. */
  readonly open: (endpoint: ProjectTabsTable) => Promise<OpenedTab | undefined>;
}

/** What the drive works with. */
export interface DriveServices extends Base {
  readonly syncs: Syncs;
  readonly planLimits: PlanLimits;
  readonly derivedDrafts: DerivedDrafts;
  readonly endpoints: EndpointRows;
  /** Its tabs in memory. */
  readonly gridTabs: GridTabs;
  /** Which formulas are older than their inputs. */
  readonly staleTabs: StaleTabs;
  /** A template's workbook, which stays where it is. @throws Refusal `not_found` */
  readonly templateFile: (templateId: string) => Promise<ReceivedFile>;
}

/** {@link DriveServices} for one request. */
export interface RequestContext extends DriveServices {
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}
