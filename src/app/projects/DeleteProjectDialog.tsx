import { useEffect } from 'react';
import { useConfirmed, ConfirmByName } from '../ui/overlays/ConfirmDialog';
import { selectDeleting, selectDeletionInWords, selectProject } from './projectsSelectors';
import { deleteRequested } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

interface DeleteProjectDialogProps {
  readonly projectId: string;
  /** How many API keys stop with it, where that is known. */
  readonly keys?: number;
  readonly onClose: () => void;
}

/**
 * Asks whether to delete a project; its name has to be typed. Once pressed it stays as long as the project is being
 * deleted: a toast tells how it went.
 */
export function DeleteProjectDialog({ projectId, keys, onClose }: DeleteProjectDialogProps) {
  const dispatch = useAppDispatch();
  const project = useAppSelector(selectProject, projectId);
  const words = useAppSelector(selectDeletionInWords, projectId, keys);
  const working = useAppSelector(selectDeleting, projectId);
  const [over, confirm] = useConfirmed(working, () => dispatch(deleteRequested({ projectId })));
  // It asks anew the next time: the project may have been brought back by then.
  useEffect(() => {
    if (over) onClose();
  }, [over, onClose]);
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
      {words}
    </ConfirmByName>
  );
}
