import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { Project } from '../../contract/projects';
import { selectKeys } from '../keys/keysSelectors';
import { Button } from '../parts/Button';
import { ConfirmByName } from '../parts/ConfirmByName';
import { Split, SplitHeading } from '../parts/Split';
import { Small } from '../parts/text';
import { selectDeletingId, selectDeletionInWords } from '../projects/projectsSelectors';
import { deleteRequested } from '../projects/projectsSlice';
import type { RootState } from '../rootReducer';

interface DeleteDialogProps {
  readonly project: Project;
  readonly onClose: () => void;
}

/** Asks whether to delete the project. Once pressed it stays as long as that takes: a toast tells how it went. */
function DeleteDialog({ project, onClose }: DeleteDialogProps) {
  const dispatch = useDispatch();
  const keys = useSelector((state: RootState) => selectKeys(state, project.id).length);
  const words = useSelector((state: RootState) => selectDeletionInWords(state, project.id, keys));
  const working = useSelector(selectDeletingId) === project.id;
  const [pressed, setPressed] = useState(false);
  if (pressed && !working) return null;
  const confirm = () => {
    dispatch(deleteRequested({ projectId: project.id }));
    setPressed(true);
  };
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

/** The way to delete the project. */
export function DeleteSection({ project }: { readonly project: Project }) {
  const [asking, setAsking] = useState(false);
  return (
    <Split>
      <div>
        <SplitHeading>Delete project</SplitHeading>
        <Small>Endpoints stop at once. The spreadsheet itself is not touched.</Small>
      </div>
      <div>
        <Button look="dangerQuiet" icon="trash" onClick={() => setAsking(true)}>
          Delete project
        </Button>
      </div>
      {asking && <DeleteDialog project={project} onClose={() => setAsking(false)} />}
    </Split>
  );
}
