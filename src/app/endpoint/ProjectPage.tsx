import { useEffect, type ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useParams, useSearchParams } from 'react-router';
import type { Project, ProjectTab } from '../../contract/projects';
import { failureText, type ApiFailure } from '../http/apiError';
import type { ProjectView } from '../paths';
import { selectProject, selectProjectPage } from '../projects/projectsSelectors';
import { projectLeft, projectOpened } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';
import { AccessPanel } from './AccessPanel';
import { DataPanel } from './DataPanel';
import { EndpointBar } from './EndpointBar';
import { ProjectFrame } from './ProjectFrame';
import { ProjectSkeleton } from './ProjectSkeleton';
import { SheetTabs } from './SheetTabs';
import { tabNamed, shownTabs } from './shownTabs';
import { ViewTabs } from './ViewTabs';

interface ProjectPageProps {
  /** Shown for a project or a tab that does not exist. */
  readonly missing: ReactNode;
  /** Shown when the project could not be read. */
  readonly failed: (details: string, retry: () => void) => ReactNode;
  /** The project's keys, for its Access view. */
  readonly keys: (project: Project) => ReactNode;
}

const viewOf = (name: string | null): ProjectView => (name === 'access' ? 'access' : 'data');

/** Says which project's page is on the screen, and when it no longer is. */
function useProjectOnScreen(projectId: string) {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(projectOpened({ projectId }));
    return () => {
      dispatch(projectLeft());
    };
  }, [dispatch, projectId]);
}

const detailsOf = (failure: ApiFailure) =>
  [failureText(failure, failure.message), failure.status && `Status ${failure.status}`].filter(Boolean).join('\n');

interface OpenProjectProps extends Pick<ProjectPageProps, 'keys'> {
  readonly project: Project;
  readonly tab: ProjectTab;
  readonly view: ProjectView;
}

function OpenProject({ project, tab, view, keys }: OpenProjectProps) {
  const documentTitle = `${project.title}, ${view === 'access' ? 'access' : tab.title}`;
  return (
    <ProjectFrame project={project} documentTitle={documentTitle}>
      <SheetTabs project={project} current={tab} view={view} />
      <EndpointBar key={project.id} project={project} tab={tab} />
      <ViewTabs project={project} tab={tab} current={view} />
      {view === 'data' ? (
        <DataPanel key={tab.sheetId} project={project} tab={tab} />
      ) : (
        <AccessPanel project={project} keys={keys(project)} />
      )}
    </ProjectFrame>
  );
}

/** `/projects/{projectId}/{tabName}`: one tab of a project, as an endpoint. */
export function ProjectPage({ missing, failed, keys }: ProjectPageProps) {
  const { projectId = '', tabName = '' } = useParams();
  const [search] = useSearchParams();
  const dispatch = useDispatch();
  useProjectOnScreen(projectId);
  const project = useSelector((state: RootState) => selectProject(state, projectId));
  const page = useSelector((state: RootState) => selectProjectPage(state, projectId));
  if (page.phase === 'failed') return failed(detailsOf(page.failure), () => dispatch(projectOpened({ projectId })));
  if (page.phase === 'missing') return missing;
  if (project === undefined) return <ProjectSkeleton />;
  const tab = tabNamed(shownTabs(project), tabName);
  if (tab === undefined) return missing;
  return <OpenProject project={project} tab={tab} view={viewOf(search.get('view'))} keys={keys} />;
}
