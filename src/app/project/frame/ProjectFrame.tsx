import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { TabOfProject } from '../../projects/projectsSelectors';
import { ellipsis, smallText } from '../../ui/display/text';
import { Link } from '../../ui/display/Link';
import { Button } from '../../ui/forms/Button';
import { useShortcuts } from '../../ui/forms/useShortcuts';
import { syncAsked } from '../../sync/syncSlice';
import { Ago } from '../../ui/display/Ago';
import { below, Column, Row, WideOnly, Line } from '../../ui/layout/spacing';
import { Icon } from '../../ui/display/Icon';
import { counted } from '../../ui/display/numbers';
import { PageHeading } from '../../ui/layout/PageHeading';
import { ProjectStatus } from '../../ui/display/Status';
import { canSync, readWords, SourceIcon, sourceIcon, sourceWords } from '../../ui/display/SourceIcon';
import { paths } from '../../paths';
import { selectSyncing, selectTabBeingRead } from '../../sync/syncSelectors';
import { OpenSheet } from './OpenSheet';
import { shownTabs } from './SheetTabs';
import { useAppDispatch, useAppSelector } from '../../storeHooks';

/** Layout column of a project's page. */
export const ProjectColumn = styled(Column)`
  padding-top: 24px;
`;

const Crumbs = styled(Line).attrs({ as: 'nav' })`
  gap: 6px;
  min-width: 0;
  color: var(--ink-3);
  font-size: var(--text-sm);

  & > a {
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
export const ProjectHead = styled(Line)`
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

interface ProjectFrameProps extends TabOfProject {
  /** Title of the document: the project and the view. */
  readonly documentTitle: string;
  readonly children: ReactNode;
}

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

/** The frame of all views of a project: breadcrumb, title, status, actions. */
export function ProjectFrame({ project, tab, documentTitle, children }: ProjectFrameProps) {
  const rows = shownTabs(project).reduce((sum, each) => sum + each.rows, 0);
  const syncing = useAppSelector(selectSyncing, project.id);
  const reading = useAppSelector(selectTabBeingRead, project.id);
  return (
    <ProjectColumn>
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
      {children}
    </ProjectColumn>
  );
}
