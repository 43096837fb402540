import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import styled, { css, keyframes } from 'styled-components';
import { Line } from '../ui/layout/spacing';
import { Link } from '../ui/display/Link';
import type { Project } from '../../contract/projects';
import { Ago } from '../ui/display/Ago';
import { Marked } from '../ui/display/Marked';
import { shown } from '../ui/display/numbers';
import { SourceIcon, sourceIcon, readsAnew } from '../ui/display/SourceIcon';
import { ProjectStatus } from '../ui/display/Status';
import { TabChips } from '../ui/display/TabChips';
import { WeekBars } from '../ui/display/WeekBars';
import { paths } from '../paths';
import { ellipsis } from '../ui/display/text';
import { publishedTabs, rowsOf } from './projectOrder';
import { rowLink, rowMenu } from './rowKeys';
import { noticeShown } from '../notices/noticesSlice';
import { IconButton } from '../ui/forms/Button';
import { Menu } from '../ui/overlays/Menu';
import type { MenuChoice } from '../ui/overlays/MenuSheet';
import { COPY_REFUSED, useCopy } from '../ui/forms/useCopy';
import { switched } from '../settings/settingsSlice';
import { selectSyncing } from '../sync/syncSelectors';
import { syncAsked } from '../sync/syncSlice';
import { renameOpened } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Actions = styled.span`
  display: inline-flex;
  gap: 2px;
`;

interface RowActionsProps {
  readonly project: Project;
  readonly onDelete: (projectId: string) => void;
}

/** What can be done with a project in the list, besides copying. */
function useChoices({ project, onDelete }: RowActionsProps): MenuChoice[] {
  const dispatch = useAppDispatch();
  const { id: projectId, status } = project;
  const syncing = useAppSelector(selectSyncing, projectId);
  const paused = status === 'paused';
  return [
    ...(syncing || paused || !readsAnew(project)
      ? []
      : [{ icon: 'refresh', label: 'Sync now', onChoose: () => dispatch(syncAsked({ projectId })) } as const]),
    { icon: 'pencil', label: 'Rename', onChoose: () => dispatch(renameOpened({ projectId })) },
    {
      icon: paused ? 'play' : 'pause',
      label: paused ? 'Resume' : 'Pause',
      onChoose: () => dispatch(switched({ projectId, on: !paused })),
    },
    {
      icon: 'trash',
      label: 'Delete project',
      danger: true,
      separatorBefore: true,
      onChoose: () => onDelete(projectId),
    },
  ];
}

/** At the end of a row: copy the first endpoint, and the menu of everything else. */
function RowActions(props: RowActionsProps) {
  const { project } = props;
  const dispatch = useAppDispatch();
  const [state, copy] = useCopy();
  const choices = useChoices(props);
  const url = project.tabs.find(({ published }) => published)?.url;
  const copyUrl = async (text: string) => {
    const done = await copy(text);
    dispatch(noticeShown(done ? { kind: 'info', text: 'Endpoint URL copied' } : { kind: 'error', text: COPY_REFUSED }));
  };
  const copying: MenuChoice[] =
    url === undefined ? [] : [{ icon: 'copy', label: 'Copy endpoint URL', onChoose: () => void copyUrl(url) }];
  return (
    <Actions>
      {url !== undefined && (
        <IconButton
          data-on-hover
          icon={state === 'copied' ? 'check' : 'copy'}
          label={`Copy the first endpoint of ${project.title}`}
          title="Copy endpoint URL"
          onClick={() => void copyUrl(url)}
        />
      )}
      <Menu
        button={(button) => (
          <IconButton {...rowMenu} icon="more" label={`More actions for ${project.title}`} {...button} />
        )}
        items={[...copying, ...choices]}
      />
    </Actions>
  );
}

const wash = keyframes`
  from { background: var(--accent-soft-hover); }
`;

const washed = css`
  animation: ${wash} 1.6s var(--ease) 0.2s backwards;
`;

/** A row; a new project's is washed once in the accent. Its further actions appear on hover, on focus, and on touch. */
const ListRow = styled.tr<{ $new?: boolean }>`
  cursor: pointer;
  ${({ $new }) => $new && washed}

  &:hover {
    background: var(--subtle);
  }
  & [data-on-hover] {
    opacity: ${({ $new }) => ($new ? 1 : 0)};
  }
  &:hover [data-on-hover],
  &:focus-within [data-on-hover] {
    opacity: 1;
  }
  @media (hover: none) {
    & [data-on-hover] {
      opacity: 1;
    }
  }
`;

const Name = styled(Line)`
  gap: 12px;

  & > div {
    min-width: 0;
  }
`;

/** While something is searched for, only what matches is semibold. */
const Title = styled.p<{ $searched: boolean }>`
  ${ellipsis}
  color: var(--ink);
  font-size: var(--text-base);
  font-weight: var(${({ $searched }) => ($searched ? '--weight-regular' : '--weight-semibold')});
  line-height: 20px;
  letter-spacing: -0.006em;

  & > a {
    border-radius: 2px;
  }
  & > a:hover {
    text-decoration: underline;
    text-decoration-color: var(--line-control);
    text-underline-offset: 3px;
  }
`;

const land = keyframes`
  from { scale: 0.2; box-shadow: 0 0 0 5px var(--info-soft); }
`;

/** The arc of a sync that has just ended becomes the disc. */
const Landing = styled.span<{ $landed: boolean }>`
  ${({ $landed }) =>
    $landed &&
    css`
      & > span::before {
        animation: ${land} var(--t-slow) var(--ease-spring);
      }
    `}
`;

const Fix = styled(Link)`
  display: inline-block;
  min-height: 24px;
  padding: 2px 0;

  &:hover > span {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

/** Whether a sync has ended while the row was on the screen. */
function useLanded(status: Project['status']) {
  const [seen, setSeen] = useState({ status, landed: false });
  if (seen.status !== status) setSeen({ status, landed: seen.status === 'syncing' && status === 'live' });
  return seen.landed;
}

/** How a project is; one that needs access leads to where that is put right. */
function RowStatus({ project }: { readonly project: Project }) {
  const landed = useLanded(project.status);
  const [first] = project.tabs;
  if (project.status === 'needsAccess' && first !== undefined) {
    return (
      <Fix to={paths.project(project.id, first.title, 'sync')}>
        <ProjectStatus short project={project} />
      </Fix>
    );
  }
  return (
    <Landing $landed={landed}>
      <ProjectStatus short project={project} />
    </Landing>
  );
}

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
  const tabs = publishedTabs(project).map(({ sheetId, title }) => ({
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

/** Where a project begins: its first endpoint, or its settings where every sheet is switched off. */
function beginningOf(project: Project): string | undefined {
  const [first] = publishedTabs(project);
  const [any] = project.tabs;
  if (first !== undefined) return paths.project(project.id, first.title);
  return any && paths.project(project.id, any.title, 'settings');
}

/** One project: pressing its row opens its first tab. */
export function ProjectRow({ project, isNew, search, onDelete }: ProjectRowProps) {
  const navigate = useNavigate();
  const to = beginningOf(project);
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
