import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { noticeShown } from '../notices/noticesSlice';
import { IconButton } from '../ui/forms/Button';
import { readsAnew } from '../ui/display/SourceIcon';
import { Menu, type MenuChoice } from '../ui/overlays/Menu';
import { COPY_REFUSED, useCopy } from '../ui/forms/useCopy';
import { switched } from '../settings/settingsSlice';
import { selectSyncing } from '../sync/syncSelectors';
import { syncAsked } from '../sync/syncSlice';
import { renameOpened } from './projectsSlice';
import { rowMenu } from './rowKeys';
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
    { icon: 'trash', label: 'Delete project', danger: true, ruled: true, onChoose: () => onDelete(projectId) },
  ];
}

/** At the end of a row: copy the first endpoint, and the menu of everything else. */
export function RowActions(props: RowActionsProps) {
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
