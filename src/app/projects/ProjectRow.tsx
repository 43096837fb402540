import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Ago } from '../parts/Ago';
import { Marked } from '../parts/Marked';
import { shown } from '../parts/numbers';
import { SourceIcon } from '../parts/SourceIcon';
import { sourceIcon } from '../parts/sourceWords';
import { TabChips } from '../parts/TabChips';
import { WeekBars } from '../parts/WeekBars';
import { paths } from '../paths';
import { ListRow } from './listLook';
import { rowsOf } from './projectOrder';
import { RowActions } from './RowActions';
import { rowLink } from './rowKeys';
import { RowStatus } from './RowStatus';

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;

  & > div {
    min-width: 0;
  }
`;

/** While something is searched for, only what matches is semibold. */
const Title = styled.p<{ $searched: boolean }>`
  overflow: hidden;
  color: var(--ink);
  font-size: var(--text-base);
  font-weight: var(${({ $searched }) => ($searched ? '--weight-regular' : '--weight-semibold')});
  line-height: 20px;
  letter-spacing: -0.006em;
  text-overflow: ellipsis;
  white-space: nowrap;

  & > a {
    border-radius: 2px;
  }
  & > a:hover {
    text-decoration: underline;
    text-decoration-color: var(--line-control);
    text-underline-offset: 3px;
  }
`;

interface ProjectRowProps {
  readonly project: Project;
  /** Just made: its row is marked, its endpoint ready to copy. */
  readonly isNew: boolean;
  /** What is searched for: it is marked. */
  readonly search: string;
  readonly onDelete: (projectId: string) => void;
}

interface NamedProps {
  readonly project: Project;
  readonly to: string | undefined;
  readonly search: string;
}

function Named({ project, to, search }: NamedProps) {
  const title = <Marked text={project.title} search={search} />;
  const tabs = project.tabs.map(({ sheetId, title }) => ({
    key: sheetId,
    title,
    to: paths.project(project.id, title),
  }));
  return (
    <Name>
      <SourceIcon kind={sourceIcon(project.source)} />
      <div>
        <Title title={project.title} $searched={search.trim() !== ''}>
          {to === undefined ? (
            title
          ) : (
            <Link {...rowLink} to={to}>
              {title}
            </Link>
          )}
        </Title>
        <TabChips tabs={tabs} search={search} />
      </div>
    </Name>
  );
}

/** One project: pressing its row opens its first tab. */
export function ProjectRow({ project, isNew, search, onDelete }: ProjectRowProps) {
  const navigate = useNavigate();
  const [first] = project.tabs;
  const to = first && paths.project(project.id, first.title);
  const open = ({ target }: MouseEvent) => {
    if (to !== undefined && (target as Element).closest('a, button, [role="menu"]') === null) void navigate(to);
  };
  return (
    <ListRow $new={isNew} onClick={open}>
      <td>
        <Named project={project} to={to} search={search} />
      </td>
      <td>{shown(rowsOf(project))}</td>
      <td>
        <WeekBars week={project.requests.week} what="Requests" />
      </td>
      <td>
        <Ago time={project.syncedAt} never="Not yet" />
      </td>
      <td>
        <RowStatus project={project} />
      </td>
      <td>
        <RowActions project={project} onDelete={onDelete} />
      </td>
    </ListRow>
  );
}
