import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { Button } from '../ui/forms/Button';
import { Dialog, DialogActions } from '../ui/overlays/Dialog';
import { Field } from '../ui/forms/Field';
import type { RootState } from '../rootReducer';
import { selectProject, selectRename } from './projectsSelectors';
import { DeleteProjectDialog } from './DeleteProjectDialog';
import { renameClosed, renameSubmitted } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Form = styled.form`
  margin-top: 16px;
`;

/** Asks for a project's new name. */
function RenameDialog({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const rename = useAppSelector(selectRename);
  const before = useAppSelector((state: RootState) => selectProject(state, projectId))?.title ?? '';
  const [typed, setTyped] = useState(before);
  const title = typed.trim();
  const saving = rename.phase === 'saving';
  const close = () => dispatch(renameClosed());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving || title === '') return;
    if (title === before) close();
    else dispatch(renameSubmitted({ projectId, title }));
  };
  return (
    <Dialog role="dialog" title="Rename project" working={saving} onClose={close}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint="The endpoints keep their addresses."
          error={rename.phase === 'refused' ? rename.message : undefined}
          autoComplete="off"
          maxLength={limits.titleCharacters}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions>
          <Button onClick={close}>Keep name</Button>
          <Button type="submit" look="primary" loading={saving} disabled={title === ''}>
            Rename project
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ProjectDialogsProps {
  /** The project that is asked about before it is deleted. */
  readonly deleting: string | undefined;
  readonly onClose: () => void;
}

/** What the list asks: a new name, and whether to delete. They come in a file of their own, with the first wish. */
export default function ProjectDialogs({ deleting, onClose }: ProjectDialogsProps) {
  const rename = useAppSelector(selectRename);
  return (
    <>
      {rename.phase !== 'closed' && <RenameDialog key={rename.projectId} projectId={rename.projectId} />}
      {deleting !== undefined && <DeleteProjectDialog key={deleting} projectId={deleting} onClose={onClose} />}
    </>
  );
}
