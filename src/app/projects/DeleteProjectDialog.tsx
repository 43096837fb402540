import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { counted } from '../ui/display/numbers';
import { Button } from '../ui/forms/Button';
import { Field } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { useConfirmed } from '../ui/overlays/ConfirmDialog';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { publishedTabs, requestsOf } from './projectOrder';
import { selectDeleting, selectProject } from './projectsSelectors';
import { deleteRequested } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const requestsInWords = (endpoints: number, requests: number) =>
  `${endpoints === 1 ? 'It' : 'They'} answered ${counted(requests, 'request')} in the last 7 days.`;

/** Returns the consequences of deleting a project, in words. @param keys number of its API keys, if known */
export function projectDeletionInWords(project: Project, keys = 0): string {
  const endpoints = publishedTabs(project).length;
  const requests = requestsOf(project);
  const counts = [endpoints > 0 && counted(endpoints, 'endpoint'), keys > 0 && counted(keys, 'API key')].filter(
    Boolean,
  );
  const sentences = [
    counts.length > 0 && `${counts.join(' and ')} ${endpoints + keys === 1 ? 'stops' : 'stop'} working at once.`,
    counts.length > 0 && requests > 0 && requestsInWords(endpoints, requests),
    'The spreadsheet stays where it is.',
  ];
  return sentences.filter(Boolean).join(' ');
}

interface DeleteProjectDialogProps {
  readonly projectId: string;
  /** Number of the project's API keys, if known. */
  readonly keys?: number;
  readonly onClose: () => void;
}

const Confirm = styled.div`
  margin-top: 20px;

  & b {
    font-weight: var(--weight-semibold);
  }
`;

/**
 * Confirms the deletion of a project; the button is enabled when its name has been typed. The dialog stays open until the request ends; a
 * toast shows the result.
 */
export function DeleteProjectDialog({ projectId, keys, onClose }: DeleteProjectDialogProps) {
  const dispatch = useAppDispatch();
  const project = useAppSelector(selectProject, projectId);
  const working = useAppSelector(selectDeleting, projectId);
  const confirm = useConfirmed(working, () => dispatch(deleteRequested({ projectId })), onClose);
  const isNamed = ({ typed }: { readonly typed: string }) => typed.trim() === project?.title.trim();
  const { props, field, values } = useForm(
    { typed: '' },
    { problems: (typed) => ({ typed: isNamed(typed) ? undefined : '' }), working, onSubmit: confirm },
  );
  if (project === undefined) return null;
  const { title } = project;
  return (
    <Dialog title={`Delete ${title}?`} working={working} onClose={onClose}>
      <DialogText>{projectDeletionInWords(project, keys)}</DialogText>
      <form {...props}>
        <Confirm>
          <Field
            label={
              <>
                Type <b>{title}</b> to confirm
              </>
            }
            autoComplete="off"
            spellCheck={false}
            {...field('typed')}
          />
        </Confirm>
        <DialogActions>
          <Button onClick={onClose}>Keep project</Button>
          <Button type="submit" look="danger" loading={working} disabled={!isNamed(values)}>
            Delete project
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
