import { type ComponentType, type ReactNode, Suspense, useCallback, useDeferredValue, useState } from 'react';
import { Navigate } from 'react-router';
import styled from 'styled-components';
import type { Project, ProjectTab } from '../../../contract/projects';
import { usePageParams, useQueryParameters } from '../../currentPage';
import type { ApiFailure } from '../../http/apiError';
import { paths, type ProjectView } from '../../paths';
import {
  publishedTabs,
  rowsOf,
  selectProject,
  selectProjectPage,
  type TabOfProject,
} from '../../projects/projectsSelectors';
import { projectLeft, projectOpened } from '../../projects/projectsSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../../storeHooks';
import { below, Block, Card, Column, Line, Row, Stack, WideOnly } from '../../ui/layout/spacing';
import { PageHeading, useDocumentTitle } from '../../ui/layout/PageHeading';
import { Delayed, Skeleton } from '../../ui/layout/Skeleton';
import { ellipsis, smallText, Unseen } from '../../ui/display/text';
import { Link } from '../../ui/display/Link';
import { Button } from '../../ui/forms/Button';
import { useShortcuts } from '../../ui/forms/useShortcuts';
import { syncAsked } from '../../sync/syncSlice';
import { Ago } from '../../ui/display/Ago';
import { Icon } from '../../ui/display/Icon';
import { counted } from '../../ui/display/numbers';
import { ProjectStatus } from '../../ui/display/Status';
import { canSync, readWords, SourceIcon, sourceIcon, sourceWords } from '../../ui/display/SourceIcon';
import { selectSyncing, selectTabBeingRead } from '../../sync/syncSelectors';
import { EndpointBar } from './EndpointBar';
import { isOfTab, viewOrder, ViewTabs, viewWords } from './ViewTabs';
import { SheetTabs, tabNamed } from './SheetTabs';
import { OpenSheet } from './OpenSheet';

/** Layout column of a project's page. */
const ProjectColumn = styled(Column)`
  padding-top: 24px;
`;

const Crumbs = styled(Line).attrs({ as: 'nav' })`
  gap: 6px;
  min-width: 0;
  color: var(--ink-3);
  font-size: var(--text-sm);

  & > a {
    flex: none;
    border-radius: 2px;
    color: var(--ink-2);
  }
  & > a:hover {
    color: var(--ink);
  }
  & > span {
    ${ellipsis}
  }
`;

/** The icon, the title with the status line, and the page's actions. */
const ProjectHead = styled(Line)`
  gap: 16px;
  margin: 14px 0 20px;

  & > :first-child {
    align-self: flex-start;
  }
  & > :nth-child(2) {
    flex: 1;
    min-width: 0;
  }
  ${below.lists} {
    & > :first-child {
      display: none;
    }
  }
`;

const Title = styled(PageHeading)`
  ${ellipsis}

  ${below.lists} {
    font-size: 21px;
    line-height: 28px;
  }
`;

const StatusLine = styled(Row)`
  gap: 4px 12px;
  color: var(--ink-2);
  ${smallText}
`;

/** Reads the spreadsheet again; so does the key `S`. */
function SyncNow({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const syncing = useAppSelector(selectSyncing, projectId);
  const sync = () => {
    if (!syncing) dispatch(syncAsked({ projectId }));
  };
  useShortcuts({ s: sync });
  return (
    <Button icon="refresh" loading={syncing} aria-label="Sync now" onClick={sync}>
      <WideOnly>Sync now</WideOnly>
    </Button>
  );
}

/** Above all views of a project: breadcrumb, title, status, actions. */
function ProjectHeading({ project, tab, view }: TabOfProject & { readonly view: ProjectView }) {
  const documentTitle = `${project.title}, ${view === 'data' ? tab.title : viewWords[view].toLowerCase()}`;
  const rows = rowsOf(project);
  const syncing = useAppSelector(selectSyncing, project.id);
  const reading = useAppSelector(selectTabBeingRead, project.id);
  return (
    <>
      <Crumbs aria-label="Breadcrumb">
        <Link to={paths.projects}>Projects</Link>
        <Icon name="right" size={12} />
        <span aria-current="page">{project.title}</span>
      </Crumbs>
      <ProjectHead>
        <SourceIcon kind={sourceIcon(project.source)} large />
        <div>
          <Title page={project.id} documentTitle={documentTitle}>
            {project.title}
          </Title>
          <StatusLine>
            <ProjectStatus project={syncing ? { status: 'syncing' } : project} />
            <WideOnly>{sourceWords[project.source]}</WideOnly>
            <WideOnly>{counted(rows, 'row')}</WideOnly>
            {syncing ? (
              <span>Reading {reading ?? 'the sheet'}</span>
            ) : (
              <Ago time={project.syncedAt} {...readWords(project.source)} />
            )}
          </StatusLine>
        </div>
        <Row>
          {canSync(project) && <SyncNow projectId={project.id} />}
          <OpenSheet project={project} tab={tab} />
        </Row>
      </ProjectHead>
    </>
  );
}

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

/** The component of each view. */
export type ProjectViews = Readonly<Record<ProjectView, ComponentType<TabOfProject>>>;

interface ProjectPageProps {
  /** Whether `beforeTab` is still loading; the page waits for it, as it would shift the layout. */
  readonly waiting: boolean;
  /** Content for a project or a tab that does not exist. */
  readonly missing: ReactNode;
  /** Renders the failure of loading the project. */
  readonly failed: (failure: ApiFailure, retry: () => void) => ReactNode;
  readonly views: ProjectViews;
  /** Renders content above the views of a tab. */
  readonly beforeTab: (place: TabOfProject) => ReactNode;
}

interface OpenProjectProps extends TabOfProject, Pick<ProjectPageProps, 'views' | 'beforeTab'> {
  readonly view: ProjectView;
}

function OpenProject({ project, tab, view, views, beforeTab }: OpenProjectProps) {
  const Panel = views[view];
  return (
    <ProjectColumn>
      <ProjectHeading project={project} tab={tab} view={view} />
      <SheetTabs project={project} current={tab} view={view} />
      <EndpointBar key={project.id} project={project} tab={tab} />
      <ViewTabs project={project} tab={tab} current={view} />
      {isOfTab(view) && beforeTab({ project, tab })}
      {/* About as high as the window, so that the footer does not jump up while the chunk of a view loads. */}
      <Suspense fallback={<Block $atLeast="60vh" aria-busy="true" />}>
        <Panel key={isOfTab(view) ? `${view} ${tab.sheetId}` : view} project={project} tab={tab} />
      </Suspense>
    </ProjectColumn>
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
  return tabs.find(({ sheetId }) => sheetId === last.sheetId) ?? publishedTabs(project)[0];
}

interface NamedTabProps extends Omit<OpenProjectProps, 'tab'> {
  readonly tabName: string;
  readonly missing: ReactNode;
}

/** The tab named in the address, or the first one without a name. Redirects if the tab is renamed or deleted meanwhile. */
function NamedTab({ project, tabName, missing, view, ...content }: NamedTabProps) {
  const followed = useRenamedTab(project, tabName) ?? (tabName === '' ? publishedTabs(project)[0] : undefined);
  if (followed !== undefined) return <Navigate to={paths.project(project.id, followed.title, view)} replace />;
  const tab = tabNamed(project.tabs, tabName);
  if (tab === undefined) return missing;
  // A tab without an endpoint has no rows to show; its endpoint is switched on in the settings.
  if (isOfTab(view) && !tab.published)
    return <Navigate to={paths.project(project.id, tab.title, 'settings')} replace />;
  return <OpenProject project={project} tab={tab} view={view} {...content} />;
}

/** `/projects/{projectId}/{tabName}`: one tab of a project; without a tab name it redirects to the first one. */
export function ProjectPage({ missing, failed, views, beforeTab, waiting }: ProjectPageProps) {
  const { projectId = '', tabName = '' } = usePageParams('project');
  const search = useQueryParameters();
  const dispatch = useAppDispatch();
  const leave = useCallback(() => projectLeft({ projectId }), [projectId]);
  useOnScreen(projectOpened({ projectId }), leave);
  const project = useAppSelector(selectProject, projectId);
  const page = useAppSelector(selectProjectPage, projectId);
  // The page renders in a deferred pass, so that input is handled first.
  const mayRender = useDeferredValue(project !== undefined);
  if (page.phase === 'failed') return failed(page.failure, () => dispatch(projectOpened({ projectId })));
  if (page.phase === 'missing') return missing;
  if (project === undefined || !mayRender || waiting) return <ProjectSkeleton />;
  const view = viewOrder.find((name) => name === search.get('view')) ?? 'data';
  return (
    <NamedTab project={project} tabName={tabName} missing={missing} view={view} views={views} beforeTab={beforeTab} />
  );
}
