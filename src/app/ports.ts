import { getContext, type SagaGenerator } from 'typed-redux-saga';
import type { AboutApi } from './about/aboutSaga';
import type { AccountApi, GoogleApi } from './account/accountApi';
import type { PageVisibility } from './pageVisibility';
import type { ColumnsApi } from './columns/columnsApi';
import type { CreateFlowApi } from './createFlow/createFlowApi';
import type { DriveApi } from './drive/driveApi';
import type { ReadingApi } from './reading/readingApi';
import type { GridApi } from './driveSheet/state/gridApi';
import type { EditApi } from './project/edit/editApi';
import type { EndpointApi } from './project/rows/endpointApi';
import type { SessionLosses } from './http/http';
import type { Kept } from './kept';
import type { KeysApi } from './keys/keysApi';
import type { PlansApi } from './plans/plansApi';
import type { ProjectsApi } from './projects/projectsApi';
import type { SessionApi } from './session/sessionApi';
import type { SessionNews } from './session/otherTabs';
import type { SettingsApi } from './settings/settingsApi';
import type { SpreadsheetsApi } from './spreadsheets/spreadsheetsApi';
import type { SyncApi, VersionsApi } from './sync/syncApi';
import type { TemplatesApi } from './templates/templatesApi';
import type { TryItApi } from './tryIt/tryItApi';
import type { UsageApi } from './usage/usageApi';

/** What sagas need of the page they run in. */
export interface Page {
  readonly navigate: (to: string, options?: { readonly replace?: boolean }) => void;
  /** Path, search and hash of the place the person is at. */
  readonly location: () => string;
  /** Puts a text on the clipboard; says whether the browser allowed it. */
  readonly copy: (text: string) => Promise<boolean>;
  /** Small things remembered in this browser. It throws where the browser refuses (`sagas/persisted`). */
  readonly memory: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the person looks at it. */
  readonly pageVisibility: PageVisibility;
  /** Other tabs of the app in this browser. */
  readonly sessionNews: SessionNews;
  /** Told of errors that nobody expected. */
  readonly report: (feature: string, error: unknown) => void;
}

/** Everything outside the state that sagas may touch. Tests give their own. */
export interface Ports extends Page {
  /** Origin of the app API. */
  readonly apiOrigin: string;
  readonly about: AboutApi;
  readonly session: SessionApi;
  readonly account: AccountApi;
  readonly google: GoogleApi;
  readonly createFlow: CreateFlowApi;
  readonly projects: ProjectsApi;
  readonly endpoint: EndpointApi;
  readonly edit: EditApi;
  readonly columns: ColumnsApi;
  readonly keys: KeysApi;
  readonly drive: DriveApi;
  readonly spreadsheets: SpreadsheetsApi;
  readonly reading: ReadingApi;
  readonly grid: GridApi;
  readonly settings: SettingsApi;
  readonly sync: SyncApi;
  readonly versions: VersionsApi;
  readonly templates: TemplatesApi;
  readonly tryIt: TryItApi;
  readonly usage: UsageApi;
  readonly plans: PlansApi;
  readonly sessionLosses: SessionLosses;
  readonly kept: Kept;
}

/** The ports, for a saga. */
export function* getPorts(): SagaGenerator<Ports> {
  return yield* getContext<Ports>('ports');
}
