import { useEffect, useEffectEvent, useState } from 'react';
import { usePageParams } from '../currentPage';
import { DataPanel } from '../project/data/DataPanel';
import { endpointSlice } from '../project/rows/endpointSlice';
import { ProjectPage } from '../project/frame/ProjectPage';
import type { ProjectViews } from '../project/frame/ViewTabs';
import { FirstCall } from '../firstCall/FirstCall';
import { selectFirstCallShown, selectFirstCallUnknown } from '../firstCall/firstCallSelectors';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { firstCallSlice } from '../firstCall/firstCallSlice';
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

/** Milliseconds for which a page waits for what is above its tab. */
const PATIENCE = 5_000;

/**
 * Whether the panel of the first call is shown. The page waits for the keys, which decide it, as the panel stands above the rows, which
 * would jump. It does not wait for long: a page that was shown without the panel stays without it.
 */
function useFirstCall() {
  const { projectId = '' } = usePageParams('project');
  const [waited, setWaited] = useState({ projectId: '', inVain: false });
  const project = useAppSelector(selectProject, projectId);
  const isThere = project !== undefined;
  const unknown = useAppSelector((state) => project !== undefined && selectFirstCallUnknown(state, project));
  const shown = useAppSelector((state) => project !== undefined && selectFirstCallShown(state, project));
  const stopWaiting = useEffectEvent(() => setWaited({ projectId, inVain: unknown }));
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => stopWaiting(), PATIENCE);
    return () => clearTimeout(timer);
  }, [projectId, isThere]);
  const hasWaited = waited.projectId === projectId;
  return { shown: shown && !(hasWaited && waited.inVain), waiting: unknown && !hasWaited };
}

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  const { shown, waiting } = useFirstCall();
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      beforeTab={(place) => shown && <FirstCall {...place} />}
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
