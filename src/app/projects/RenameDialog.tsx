import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { Button } from '../parts/Button';
import { Dialog, DialogActions } from '../parts/Dialog';
import { Field } from '../parts/Field';
import type { RootState } from '../rootReducer';
import { selectProject, selectRename } from './projectsSelectors';
import { renameSubmitted } from './renameEvents';
import { renameClosed } from './renameSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Form = styled.form`
  margin-top: 16px;
`;

/** Asks for a project's new name; open while somebody is renaming one. */
export function RenameDialog() {
  const rename = useAppSelector(selectRename);
  return rename.phase === 'closed' ? null : <Opened key={rename.projectId} projectId={rename.projectId} />;
}

function Opened({ projectId }: { readonly projectId: string }) {
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
