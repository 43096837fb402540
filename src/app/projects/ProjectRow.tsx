import { type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import styled, { css, keyframes } from 'styled-components';
import { Line } from '../ui/layout/spacing';
import { Link } from '../ui/display/Link';
import type { Project } from '../../contract/projects';
import { Ago } from '../ui/display/Ago';
import { Marked } from '../ui/display/Marked';
import { formatNumber } from '../ui/display/numbers';
import { SourceIcon, sourceIcon, canSync } from '../ui/display/SourceIcon';
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
import { switched } from '../settings/settingsEvents';
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

/** Returns the menu items of a project, except for copying. */
function useChoices({ project, onDelete }: RowActionsProps): MenuChoice[] {
  const dispatch = useAppDispatch();
  const { id: projectId, status } = project;
  const isSyncing = useAppSelector(selectSyncing, projectId);
  const paused = status === 'paused';
  const syncing: MenuChoice = {
    icon: 'refresh',
    label: 'Sync now',
    onChoose: () => dispatch(syncAsked({ projectId })),
  };
  return [
    ...(isSyncing || paused || !canSync(project) ? [] : [syncing]),
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

/** The actions at the end of a row: a button that copies the first endpoint, and a menu. */
function RowActions(props: RowActionsProps) {
  const { project } = props;
  const dispatch = useAppDispatch();
  const [state, copy] = useCopy();
  const choices = useChoices(props);
  const url = publishedTabs(project)[0]?.url;
  const copyUrl = async (text: string) => {
    const isCopied = await copy(text);
    dispatch(
      noticeShown(isCopied ? { kind: 'info', text: 'Endpoint URL copied' } : { kind: 'error', text: COPY_REFUSED }),
    );
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

/** A table row; that of a new project fades from the accent color once. The copy button appears on hover and focus, on touch always. */
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

/** During a search only the matching text is semibold. */
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

/** Animates the arc of a sync that has just ended into a disc. */
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

/** Returns whether the last change of the status, while the row was on the screen, was the end of a sync. */
function useSyncEnded(status: Project['status']) {
  const [last, setLast] = useState({ status, syncEnded: false });
  if (last.status !== status) setLast({ status, syncEnded: last.status === 'syncing' && status === 'live' });
  return last.syncEnded;
}

/** The status of a project; if it needs access, the status links to the view that repairs it. */
function RowStatus({ project }: { readonly project: Project }) {
  const syncEnded = useSyncEnded(project.status);
  const [first] = project.tabs;
  if (project.status === 'needsAccess' && first !== undefined) {
    return (
      <Fix to={paths.project(project.id, first.title, 'sync')}>
        <ProjectStatus short project={project} />
      </Fix>
    );
  }
  return (
    <Landing $landed={syncEnded}>
      <ProjectStatus short project={project} />
    </Landing>
  );
}

interface TitleAndTabsProps {
  readonly project: Project;
  readonly to: string | undefined;
  readonly search: string;
}

function TitleAndTabs({ project, to, search }: TitleAndTabsProps) {
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

/** Returns the path that a row opens: the project's first endpoint, or its settings if every sheet is off. */
function rowPath(project: Project): string | undefined {
  const [firstEndpoint] = publishedTabs(project);
  const [firstTab] = project.tabs;
  if (firstEndpoint !== undefined) return paths.project(project.id, firstEndpoint.title);
  return firstTab && paths.project(project.id, firstTab.title, 'settings');
}

interface ProjectRowProps {
  readonly project: Project;
  /** Whether the project was just created: its row is highlighted, its copy button visible. */
  readonly isNew: boolean;
  /** Search text, highlighted in the titles. */
  readonly search: string;
  readonly onDelete: (projectId: string) => void;
}

/** The row of one project; a click opens its first tab. */
export function ProjectRow({ project, isNew, search, onDelete }: ProjectRowProps) {
  const navigate = useNavigate();
  const to = rowPath(project);
  const open = ({ target }: MouseEvent) => {
    if (to !== undefined && (target as Element).closest('a, button, [role="menu"]') === null) void navigate(to);
  };
  return (
    <ListRow $new={isNew} onClick={open}>
      <td>
        <TitleAndTabs project={project} to={to} search={search} />
      </td>
      <td>{formatNumber(rowsOf(project))}</td>
      <td>
        <WeekBars week={project.requests.week} />
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
