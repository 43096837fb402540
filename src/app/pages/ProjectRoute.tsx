import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useParams } from 'react-router';
import { DataPanel } from '../project/data/DataPanel';
import { endpointSlice } from '../project/rows/endpointSlice';
import { ProjectPage } from '../project/frame/ProjectPage';
import type { ProjectViews } from '../project/frame/ViewTabs';
import { selectFirstCallShown, selectFirstCallUnknown } from '../firstCall/firstCallSelectors';
import { type ApiFailure, failureText, UNREACHABLE } from '../http/apiError';
import { firstCallSlice } from '../firstCall/firstCallSlice';
import { keysSlice } from '../keys/keysSlice';
import { ErrorPage, NotFoundPage } from '../layout/PageBoundary';
import { lazyPart } from '../ui/overlays/lazyPart';
import { selectProject, type TabOfProject } from '../projects/projectsSelectors';
import { rootReducer } from '../rootReducer';
import { useAppSelector } from '../storeHooks';
import { tryItSlice } from '../tryIt/tryItSlice';

endpointSlice.injectInto(rootReducer);
firstCallSlice.injectInto(rootReducer);
keysSlice.injectInto(rootReducer);
tryItSlice.injectInto(rootReducer);

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
 * The panel of the first call, where the project has none yet. Its file is fetched while the keys are; the page waits for both, as the
 * panel stands above the rows, which would jump. It does not wait for long: a page that was shown without the panel stays without it.
 */
function useFirstCall() {
  const { projectId = '' } = useParams();
  const [Panel, setPanel] = useState<ComponentType<TabOfProject>>();
  const [waited, setWaited] = useState({ projectId: '', inVain: false });
  const project = useAppSelector(selectProject, projectId);
  const isThere = project !== undefined;
  const unknown = useAppSelector((state) => project !== undefined && selectFirstCallUnknown(state, project));
  const shown = useAppSelector((state) => project !== undefined && selectFirstCallShown(state, project));
  const [isFetching, setFetching] = useState(true);
  const wanted = unknown || shown;
  const isPending = unknown || (shown && isFetching);
  const stopWaiting = useEffectEvent(() => setWaited({ projectId, inVain: isPending }));
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => stopWaiting(), PATIENCE);
    return () => clearTimeout(timer);
  }, [projectId, isThere]);
  useEffect(() => {
    if (!wanted || !isFetching) return;
    import(/* webpackChunkName: "firstCall" */ '../firstCall/FirstCall').then(
      ({ FirstCall }) => {
        setPanel(() => FirstCall);
        setFetching(false);
      },
      () => setFetching(false),
    );
  }, [wanted, isFetching]);
  const hasWaited = waited.projectId === projectId;
  const inVain = hasWaited && waited.inVain;
  return { Panel: shown && !inVain ? Panel : undefined, waiting: isPending && !hasWaited };
}

/** `/projects/{projectId}/{tabName}`, with what stands there when it cannot be shown. */
export function ProjectRoute() {
  const { Panel, waiting } = useFirstCall();
  return (
    <ProjectPage
      missing={<NotFoundPage />}
      views={projectViews}
      beforeTab={(place) => Panel && <Panel {...place} />}
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
