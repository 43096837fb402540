import type { Project } from '../../contract/projects';
import { counted } from '../ui/display/numbers';
import { useConfirmed, ConfirmByName } from '../ui/overlays/ConfirmDialog';
import { publishedTabs, requestsOf } from './projectOrder';
import { selectDeleting, selectProject } from './projectsSelectors';
import { deleteRequested } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const answeredInWords = (things: number, requests: number) =>
  requests === 0 ? '' : ` ${things === 1 ? 'It' : 'They'} answered ${counted(requests, 'request')} in the last 7 days.`;

/** Returns the consequences of deleting a project, in words. @param keys number of its API keys, if known */
export function projectDeletionInWords(project: Project, keys = 0): string {
  const endpoints = publishedTabs(project).length;
  const things = endpoints + keys;
  if (things === 0) return 'The spreadsheet stays where it is.';
  const counts = [
    ...(endpoints > 0 ? [counted(endpoints, 'endpoint')] : []),
    ...(keys > 0 ? [counted(keys, 'API key')] : []),
  ];
  const stop = `${counts.join(' and ')} ${things === 1 ? 'stops' : 'stop'} working at once.`;
  return `${stop}${answeredInWords(endpoints, requestsOf(project))} The spreadsheet stays where it is.`;
}

interface DeleteProjectDialogProps {
  readonly projectId: string;
  /** Number of the project's API keys, if known. */
  readonly keys?: number;
  readonly onClose: () => void;
}

/**
 * Confirms the deletion of a project; the user has to type its name. The dialog stays open until the request ends; a toast shows the
 * result.
 */
export function DeleteProjectDialog({ projectId, keys, onClose }: DeleteProjectDialogProps) {
  const dispatch = useAppDispatch();
  const project = useAppSelector(selectProject, projectId);
  const working = useAppSelector(selectDeleting, projectId);
  const [over, confirm] = useConfirmed(working, () => dispatch(deleteRequested({ projectId })), onClose);
  if (project === undefined || over) return null;
  return (
    <ConfirmByName
      name={project.title}
      title={`Delete ${project.title}?`}
      keep="Keep project"
      remove="Delete project"
      working={working}
      onConfirm={confirm}
      onClose={onClose}
    >
      {projectDeletionInWords(project, keys)}
    </ConfirmByName>
  );
}
