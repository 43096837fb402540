import { DataPanel } from '../endpoint/DataPanel';
import { endpointSlice } from '../endpoint/endpointSlice';
import { ProjectPage } from '../endpoint/ProjectPage';
import type { ProjectViews } from '../endpoint/projectViewTypes';
import { keysSlice } from '../keys/keysSlice';
import { ErrorPage, NotFoundPage } from '../layout/ErrorPage';
import { latePart } from '../parts/latePart';
import { rootReducer } from '../rootReducer';
import { versionsSlice } from '../sync/versionsSlice';
import { tryItSlice } from '../tryIt/tryItSlice';

endpointSlice.injectInto(rootReducer);
keysSlice.injectInto(rootReducer);
tryItSlice.injectInto(rootReducer);
versionsSlice.injectInto(rootReducer);

const ApiPanel = latePart(async () => (await import(/* webpackChunkName: "api" */ '../tryIt/ApiPanel')).default);
const AccessView = latePart(async () => (await import(/* webpackChunkName: "access" */ './AccessView')).default);
const SyncPanel = latePart(async () => (await import(/* webpackChunkName: "sync" */ '../sync/SyncPanel')).default);
const SettingsView = latePart(async () => (await import(/* webpackChunkName: "settings" */ './SettingsView')).default);

/** What stands under each view of a project's page; those that are not here have no tab. */
const projectViews: ProjectViews = {
  data: DataPanel,
  api: ApiPanel,
  access: AccessView,
  sync: SyncPanel,
  settings: SettingsView,
};

const LEAD = 'Your endpoints are not affected. Try again in a moment; the details below say what went wrong.';

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      failed={(details, retry) => (
        <ErrorPage title="This project did not load" lead={LEAD} details={details} onRetry={retry} />
      )}
    />
  );
}
