import { type ReactNode, Suspense, useDeferredValue, useState } from 'react';
import { Navigate } from 'react-router';
import type { Project, ProjectTab } from '../../../contract/projects';
import { usePageParams, useQueryParameters } from '../../currentPage';
import type { ApiFailure } from '../../http/apiError';
import { paths, type ProjectView } from '../../paths';
import { selectProject, selectProjectPage, type TabOfProject } from '../../projects/projectsSelectors';
import { projectLeft, projectOpened } from '../../projects/projectsSlice';
import { EndpointBar } from './EndpointBar';
import { ProjectFrame, ProjectColumn, ProjectHead } from './ProjectFrame';
import { isOfTab, type ProjectViews, viewOrder, viewWords, ViewTabs } from './ViewTabs';
import { SheetTabs, shownTabs, tabNamed } from './SheetTabs';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { Block, Card, Stack } from '../../ui/layout/spacing';
import styled from 'styled-components';
import { useDocumentTitle } from '../../ui/layout/PageHeading';
import { Delayed, Skeleton } from '../../ui/layout/Skeleton';
import { Unseen } from '../../ui/display/text';

const Lines = styled(Stack)`
  align-content: center;
  gap: 12px;
  height: 52px;
`;

const Tabs = styled.div`
  display: flex;
  gap: 4px;
  height: 40px;
  border-top: 1.5px solid var(--line-strong);
`;

/** Placeholder of a project's page while the project is loaded. */
function ProjectSkeleton() {
  useDocumentTitle('Project');
  return (
    <ProjectColumn aria-busy="true">
      <div role="status">
        <Unseen as="h1">Loading the project</Unseen>
      </div>
      <Delayed aria-hidden="true">
        <Skeleton $width={160} $height={20} />
        <ProjectHead>
          <Skeleton $width={44} $height={44} $radius={11} />
          <Lines>
            <Skeleton $width={240} $height={20} />
            <Skeleton $width={320} />
          </Lines>
        </ProjectHead>
        <Tabs>
          <Skeleton $width={110} $height={34} />
          <Skeleton $width={110} $height={34} />
        </Tabs>
        <Card $top={13} $atLeast={48} />
      </Delayed>
    </ProjectColumn>
  );
}

interface ProjectPageProps {
  /** Whether `beforeTab` is still loading; the page waits for it, as it would shift the layout. */
  readonly waiting?: boolean;
  /** Content for a project or a tab that does not exist. */
  readonly missing: ReactNode;
  /** Renders the failure of loading the project. */
  readonly failed: (failure: ApiFailure, retry: () => void) => ReactNode;
  readonly views: ProjectViews;
  /** Renders content above the views of a tab. */
  readonly beforeTab: (place: TabOfProject) => ReactNode;
}

const viewOf = (name: string | null, views: ProjectViews): ProjectView =>
  viewOrder.find((view) => view === name && views[view] !== undefined) ?? 'data';

interface OpenProjectProps extends TabOfProject {
  readonly view: ProjectView;
  readonly views: ProjectViews;
  readonly beforeTab: (place: TabOfProject) => ReactNode;
}

function OpenProject({ project, tab, view, views, beforeTab }: OpenProjectProps) {
  const documentTitle = `${project.title}, ${view === 'data' ? tab.title : viewWords[view].toLowerCase()}`;
  const Panel = views[view];
  return (
    <ProjectFrame project={project} tab={tab} documentTitle={documentTitle}>
      <SheetTabs project={project} current={tab} view={view} />
      <EndpointBar key={project.id} project={project} tab={tab} />
      <ViewTabs project={project} tab={tab} current={view} views={views} />
      {isOfTab(view) && beforeTab({ project, tab })}
      {/* About as high as the window, so that the footer does not jump up while the chunk of a view loads. */}
      <Suspense fallback={<Block $atLeast="60vh" aria-busy="true" />}>
        {Panel && <Panel key={isOfTab(view) ? `${view} ${tab.sheetId}` : view} project={project} tab={tab} />}
      </Suspense>
    </ProjectFrame>
  );
}

/**
 * Returns the tab that the address named before it was renamed, or the first tab if it was deleted. Returns undefined while
 * the address names a tab, and for an address that never named one.
 */
function useRenamedTab(project: Project, tabName: string): ProjectTab | undefined {
  const { id, tabs } = project;
  const [last, setLast] = useState({ id, tabName, sheetId: -1 });
  const named = tabNamed(tabs, tabName);
  const isLast = last.id === id && last.tabName === tabName;
  if (named !== undefined && !(isLast && last.sheetId === named.sheetId)) {
    setLast({ id, tabName, sheetId: named.sheetId });
  }
  if (named !== undefined || !isLast || last.sheetId === -1) return undefined;
  return tabs.find(({ sheetId }) => sheetId === last.sheetId) ?? shownTabs(project)[0];
}

interface NamedTabProps extends Pick<OpenProjectProps, 'project' | 'view' | 'views' | 'beforeTab'> {
  readonly tabName: string;
  readonly missing: ReactNode;
}

/** The tab named in the address, or the first one without a name. Redirects if the tab is renamed or deleted meanwhile. */
function NamedTab({ project, tabName, missing, view, ...parts }: NamedTabProps) {
  const followed = useRenamedTab(project, tabName) ?? (tabName === '' ? shownTabs(project)[0] : undefined);
  if (followed !== undefined) return <Navigate to={paths.project(project.id, followed.title, view)} replace />;
  const tab = tabNamed(project.tabs, tabName);
  if (tab === undefined) return missing;
  // A tab without an endpoint has no rows to show; its endpoint is switched on in the settings.
  if (isOfTab(view) && !tab.published)
    return <Navigate to={paths.project(project.id, tab.title, 'settings')} replace />;
  return <OpenProject project={project} tab={tab} view={view} {...parts} />;
}

/** `/projects/{projectId}/{tabName}`: one tab of a project; without a tab name it redirects to the first one. */
export function ProjectPage({ missing, failed, views, beforeTab, waiting = false }: ProjectPageProps) {
  const { projectId = '', tabName = '' } = usePageParams('project');
  const search = useQueryParameters();
  const dispatch = useAppDispatch();
  useOnScreen(projectOpened({ projectId }), projectLeft);
  const project = useAppSelector(selectProject, projectId);
  const page = useAppSelector(selectProjectPage, projectId);
  // The page renders in a deferred pass, so that input is handled first.
  const mayRender = useDeferredValue(project !== undefined);
  if (page.phase === 'failed') return failed(page.failure, () => dispatch(projectOpened({ projectId })));
  if (page.phase === 'missing') return missing;
  if (project === undefined || !mayRender || waiting) return <ProjectSkeleton />;
  const view = viewOf(search.get('view'), views);
  return <NamedTab {...{ project, tabName, missing, view, views, beforeTab }} />;
}
