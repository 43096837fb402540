import { DeleteProjectDialog } from './DeleteProjectDialog';
import { RenameDialog } from './RenameDialog';

interface ProjectDialogsProps {
  /** The project that is asked about before it is deleted. */
  readonly deleting: string | undefined;
  readonly onClose: () => void;
}

/** What the list asks: a new name, and whether to delete. They come in a file of their own, with the first wish. */
export default function ProjectDialogs({ deleting, onClose }: ProjectDialogsProps) {
  return (
    <>
      <RenameDialog />
      {deleting !== undefined && <DeleteProjectDialog key={deleting} projectId={deleting} onClose={onClose} />}
    </>
  );
}
