import { useEffect, useEffectEvent, useState } from 'react';
import { usePageParams } from '../currentPage';
import { DataPanel } from '../project/data/DataPanel';
import { endpointSlice } from '../project/rows/endpointSlice';
import { ProjectPage, type ProjectViews } from '../project/frame/ProjectPage';
import { FirstCall } from '../firstCall/FirstCall';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { firstCallSlice, selectFirstCallShown, selectFirstCallUnknown } from '../firstCall/firstCallSlice';
import { keysSlice } from '../keys/keysSlice';
import { ErrorPage, NotFoundPage } from '../layout/PageBoundary';
import { lazyPart } from '../ui/overlays/lazyPart';
import { selectProject } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { useAppSelector } from '../storeHooks';

endpointSlice.injectInto(rootReducer);
firstCallSlice.injectInto(rootReducer);
keysSlice.injectInto(rootReducer);

const ApiPanel = lazyPart(async () => (await import(/* webpackChunkName: "api" */ './ApiView')).default);
const AccessView = lazyPart(async () => (await import(/* webpackChunkName: "access" */ './AccessView')).default);
const SyncPanel = lazyPart(async () => (await import(/* webpackChunkName: "sync" */ '../sync/SyncPanel')).default);
const SettingsView = lazyPart(async () => (await import(/* webpackChunkName: "settings" */ './SettingsView')).default);

/** Component of each view of a project's page. */
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

/** Maximum wait of the page for the keys, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/**
 * Returns whether the panel of the first call is shown, and whether the page still waits for the keys, which decide it: the panel is above
 * the rows, which would jump. After the maximum wait the page is shown without the panel, and stays so.
 */
function useFirstCall() {
  const { projectId = '' } = usePageParams('project');
  const [waited, setWaited] = useState({ projectId: '', timedOut: false });
  const project = useAppSelector(selectProject, projectId);
  const isLoaded = project !== undefined;
  const unknown = useAppSelector((state) => project !== undefined && selectFirstCallUnknown(state, project));
  const shown = useAppSelector((state) => project !== undefined && selectFirstCallShown(state, project));
  const stopWaiting = useEffectEvent(() => setWaited({ projectId, timedOut: unknown }));
  useEffect(() => {
    if (!isLoaded) return;
    const timer = setTimeout(() => stopWaiting(), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [projectId, isLoaded]);
  const hasWaited = waited.projectId === projectId;
  return { shown: shown && !(hasWaited && waited.timedOut), waiting: unknown && !hasWaited };
}

/** `/projects/{projectId}/{tabName}`, with its 404 and error pages. */
export function ProjectRoute() {
  const { shown, waiting } = useFirstCall();
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      beforeTab={(props) => shown && <FirstCall {...props} />}
      waiting={waiting}
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
