import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import { GOOGLE_SHEETS_HOST } from '../../contract/sheetUrl';
import type { Project } from '../../contract/projects';
import { Ago } from '../parts/Ago';
import { below } from '../parts/breakpoints';
import { ButtonAnchor, ButtonLink } from '../parts/Button';
import { Icon } from '../parts/Icon';
import { counted } from '../parts/numbers';
import { PageHeading } from '../parts/PageHeading';
import { ProjectStatus } from '../parts/ProjectStatus';
import { SourceIcon } from '../parts/SourceIcon';
import { sourceIcon, sourceWords } from '../parts/sourceWords';
import { Column, WideOnly } from '../parts/spacing';
import { paths } from '../paths';

/** The column of a project's page. */
export const ProjectColumn = styled(Column)`
  padding-top: 24px;
`;

export const Crumbs = styled.nav`
  display: flex;
  align-items: center;
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
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The icon, the title with the status line, and the page's actions. */
export const ProjectHead = styled.div`
  display: flex;
  align-items: center;
  gap: 16px;
  margin: 14px 0 20px;

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
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;

  ${below.lists} {
    font-size: 21px;
    line-height: 28px;
  }
`;

const StatusLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 12px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  line-height: 20px;
`;

const OPEN = <WideOnly>Open sheet</WideOnly>;

/** To the spreadsheet itself: a page of the drive, or the one at Google. */
function OpenSheet({ project: { source, sheetId } }: { readonly project: Project }) {
  if (source === 'drive')
    return (
      <ButtonLink icon="open" to={paths.driveSheet(sheetId)} aria-label="Open sheet">
        {OPEN}
      </ButtonLink>
    );
  return (
    <ButtonAnchor icon="open" href={`${GOOGLE_SHEETS_HOST}/spreadsheets/d/${sheetId}/edit`} outside label="Open sheet">
      {OPEN}
    </ButtonAnchor>
  );
}

interface ProjectFrameProps {
  readonly project: Project;
  /** What the document is called: the project, and what of it is shown. */
  readonly documentTitle: string;
  readonly children: ReactNode;
}

/** What all views of a project share: where it is, what it is called, how it is. */
export function ProjectFrame({ project, documentTitle, children }: ProjectFrameProps) {
  const rows = project.tabs.reduce((sum, tab) => sum + tab.rows, 0);
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
            <ProjectStatus project={project} />
            <WideOnly>{sourceWords[project.source]}</WideOnly>
            <WideOnly>{counted(rows, 'row')}</WideOnly>
            <Ago time={project.syncedAt} before="Synced" never="Not synced yet" />
          </StatusLine>
        </div>
        <OpenSheet project={project} />
      </ProjectHead>
      {children}
    </ProjectColumn>
  );
}
