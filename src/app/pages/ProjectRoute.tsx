import { DataPanel } from '../endpoint/DataPanel';
import { endpointSlice } from '../endpoint/endpointSlice';
import { ProjectPage } from '../endpoint/ProjectPage';
import type { PanelProps, ProjectViews } from '../endpoint/projectViewTypes';
import { selectFirstCallShown } from '../firstCall/firstCallSelectors';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { firstCallSlice } from '../firstCall/firstCallSlice';
import { keysSlice } from '../keys/keysSlice';
import { ErrorPage, NotFoundPage } from '../layout/ErrorPage';
import { latePart } from '../parts/latePart';
import { rootReducer, type RootState } from '../rootReducer';
import { useAppSelector } from '../storeHooks';
import { versionsSlice } from '../sync/versionsSlice';
import { tryItSlice } from '../tryIt/tryItSlice';

endpointSlice.injectInto(rootReducer);
firstCallSlice.injectInto(rootReducer);
keysSlice.injectInto(rootReducer);
tryItSlice.injectInto(rootReducer);
versionsSlice.injectInto(rootReducer);

const ApiPanel = latePart(async () => (await import(/* webpackChunkName: "api" */ './ApiView')).default);
const AccessView = latePart(async () => (await import(/* webpackChunkName: "access" */ './AccessView')).default);
const SyncPanel = latePart(async () => (await import(/* webpackChunkName: "sync" */ '../sync/SyncPanel')).default);
const SettingsView = latePart(async () => (await import(/* webpackChunkName: "settings" */ './SettingsView')).default);

const FirstCall = latePart(
  async () => (await import(/* webpackChunkName: "firstCall" */ '../firstCall/FirstCall')).default,
);

/** The way to a first call, where there is none yet. */
function FirstCallPlace({ project, tab }: PanelProps) {
  const shown = useAppSelector((state: RootState) => selectFirstCallShown(state, project));
  return shown && <FirstCall project={project} tab={tab} />;
}

/** What stands under each view of a project's page; those that are not here have no tab. */
const projectViews: ProjectViews = {
  data: DataPanel,
  api: ApiPanel,
  access: AccessView,
  sync: SyncPanel,
  settings: SettingsView,
};

const LEAD = 'Try again in a moment; the details below say what went wrong.';

const detailsOf = (failure: ApiFailure) =>
  [failureText(failure, failure.message), failure.status && `Status ${failure.status}`].filter(Boolean).join('\n');

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      beforeTab={FirstCallPlace}
      failed={(failure, retry) => (
        <ErrorPage
          title="This project did not load"
          lead={failure.kind === 'network' ? UNREACHABLE : LEAD}
          details={detailsOf(failure)}
          onRetry={retry}
        />
      )}
    />
  );
}
