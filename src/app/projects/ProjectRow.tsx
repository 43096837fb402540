import type { MouseEvent } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { noticeShown } from '../notices/noticesSlice';
import { Ago } from '../parts/Ago';
import { IconButton } from '../parts/Button';
import { Menu, type MenuChoice } from '../parts/Menu';
import { shown } from '../parts/numbers';
import { ProjectStatus } from '../parts/ProjectStatus';
import { SourceIcon } from '../parts/SourceIcon';
import { sourceIcon } from '../parts/sourceWords';
import { TabChips } from '../parts/TabChips';
import { WeekBars } from '../parts/WeekBars';
import { COPY_REFUSED, useCopy } from '../parts/useCopy';
import { paths } from '../paths';
import { ListRow } from './listLook';
import { rowsOf } from './projectOrder';
import { rowLink, rowMenu } from './rowKeys';

const Name = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;

  & > div {
    min-width: 0;
  }
`;

const Title = styled.p`
  overflow: hidden;
  color: var(--ink);
  font-size: var(--text-base);
  font-weight: var(--weight-semibold);
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

const Actions = styled.span`
  display: inline-flex;
  gap: 2px;
`;

interface ProjectRowProps {
  readonly project: Project;
  /** Just made: its row is marked, its endpoint ready to copy. */
  readonly isNew: boolean;
  readonly onDelete: (projectId: string) => void;
}

function RowActions({ project, onDelete }: Omit<ProjectRowProps, 'isNew'>) {
  const dispatch = useDispatch();
  const [state, copy] = useCopy();
  const url = project.tabs[0]?.url;
  const copyUrl = async () => {
    if (url === undefined) return;
    const done = await copy(url);
    dispatch(noticeShown(done ? { kind: 'info', text: 'Endpoint URL copied' } : { kind: 'error', text: COPY_REFUSED }));
  };
  const items: MenuChoice[] = [
    { icon: 'copy', label: 'Copy endpoint URL', onChoose: () => void copyUrl() },
    { icon: 'trash', label: 'Delete project', danger: true, ruled: true, onChoose: () => onDelete(project.id) },
  ];
  return (
    <Actions>
      {url !== undefined && (
        <IconButton
          data-on-hover
          icon={state === 'copied' ? 'check' : 'copy'}
          label={`Copy the first endpoint of ${project.title}`}
          title="Copy endpoint URL"
          onClick={() => void copyUrl()}
        />
      )}
      <Menu
        button={(props) => (
          <IconButton {...rowMenu} icon="more" label={`More actions for ${project.title}`} {...props} />
        )}
        items={items}
      />
    </Actions>
  );
}

function Named({ project, to }: { readonly project: Project; readonly to: string | undefined }) {
  const tabs = project.tabs.map(({ sheetId, title }) => ({
    key: sheetId,
    title,
    to: paths.project(project.id, title),
  }));
  return (
    <Name>
      <SourceIcon kind={sourceIcon(project.source)} />
      <div>
        <Title title={project.title}>
          {to === undefined ? (
            project.title
          ) : (
            <Link {...rowLink} to={to}>
              {project.title}
            </Link>
          )}
        </Title>
        <TabChips tabs={tabs} />
      </div>
    </Name>
  );
}

/** One project: pressing its row opens its first tab. */
export function ProjectRow({ project, isNew, onDelete }: ProjectRowProps) {
  const navigate = useNavigate();
  const [first] = project.tabs;
  const to = first && paths.project(project.id, first.title);
  const open = ({ target }: MouseEvent) => {
    if (to !== undefined && (target as Element).closest('a, button, [role="menu"]') === null) void navigate(to);
  };
  return (
    <ListRow $new={isNew} onClick={open}>
      <td>
        <Named project={project} to={to} />
      </td>
      <td>{shown(rowsOf(project))}</td>
      <td>
        <WeekBars week={project.requests.week} what="Requests" />
      </td>
      <td>
        <Ago time={project.syncedAt} never="Not yet" />
      </td>
      <td>
        <ProjectStatus project={project} />
      </td>
      <td>
        <RowActions project={project} onDelete={onDelete} />
      </td>
    </ListRow>
  );
}
