import { useState, type FormEvent } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import styled from 'styled-components';
import type { RootState } from '../rootReducer';
import { Button } from '../parts/Button';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import { Field } from '../parts/Field';
import { counted } from '../parts/numbers';
import { requestsOf } from './projectOrder';
import { selectDeletingId, selectProject } from './projectsSelectors';
import { deleteRequested } from './projectsSlice';

const Confirm = styled.div`
  margin-top: 20px;

  & b {
    font-weight: var(--weight-semibold);
    overflow-wrap: anywhere;
  }
`;

const answered = (endpoints: number, requests: number) =>
  requests === 0
    ? ''
    : ` ${endpoints === 1 ? 'It' : 'They'} answered ${counted(requests, 'request')} in the last 7 days.`;

const consequence = (endpoints: number, requests: number) =>
  endpoints === 0
    ? 'The spreadsheet stays where it is.'
    : `${counted(endpoints, 'endpoint')} ${endpoints === 1 ? 'stops' : 'stop'} working at once.${answered(endpoints, requests)} The spreadsheet stays where it is.`;

interface DeleteProjectDialogProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/**
 * Asks whether to delete a project; its name has to be typed. Once pressed it stays as long as the project is being
 * deleted: a toast tells how it went.
 */
export function DeleteProjectDialog({ projectId, onClose }: DeleteProjectDialogProps) {
  const dispatch = useDispatch();
  const project = useSelector((state: RootState) => selectProject(state, projectId));
  const working = useSelector(selectDeletingId) === projectId;
  const [typed, setTyped] = useState('');
  const [pressed, setPressed] = useState(false);
  if (project === undefined || (pressed && !working)) return null;
  const named = typed.trim() === project.title.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!named || working) return;
    dispatch(deleteRequested({ projectId }));
    setPressed(true);
  };
  return (
    <Dialog title={`Delete ${project.title}?`} working={working} onClose={onClose}>
      <DialogText>
        {consequence(project.tabs.filter(({ published }) => published).length, requestsOf(project))}
      </DialogText>
      <form onSubmit={submit}>
        <Confirm>
          <Field
            label={
              <>
                Type <b>{project.title}</b> to confirm
              </>
            }
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Confirm>
        <DialogActions>
          <Button onClick={onClose}>Keep project</Button>
          <Button type="submit" look="danger" loading={working} disabled={!named}>
            Delete project
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
