import { limits } from '../../contract/limits';
import { Button } from '../ui/forms/Button';
import { Block } from '../ui/layout/spacing';
import { Dialog, DialogActions } from '../ui/overlays/Dialog';
import { Field } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { selectProject, selectRename } from './projectsSelectors';
import { DeleteProjectDialog } from './DeleteProjectDialog';
import { renameClosed, renameSubmitted } from './projectsSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** The dialog that renames a project. */
function RenameDialog({ projectId }: { readonly projectId: string }) {
  const dispatch = useAppDispatch();
  const rename = useAppSelector(selectRename);
  const currentTitle = useAppSelector(selectProject, projectId)?.title ?? '';
  const working = rename.phase === 'saving';
  const close = () => dispatch(renameClosed());
  const { props, field, values } = useForm(
    { title: currentTitle },
    {
      problems: ({ title }) => ({ title: title.trim() === '' ? '' : undefined }),
      refusal: rename.phase === 'refused' ? { message: rename.message, field: 'title' } : undefined,
      working,
      onSubmit: (typed) => {
        const title = typed.title.trim();
        if (title === currentTitle) close();
        else dispatch(renameSubmitted({ projectId, title }));
      },
    },
  );
  return (
    <Dialog role="dialog" title="Rename project" working={working} onClose={close}>
      <Block as="form" $top={16} {...props}>
        <Field
          label="Name"
          hint="The endpoints keep their addresses."
          autoComplete="off"
          maxLength={limits.titleCharacters}
          {...field('title')}
        />
        <DialogActions>
          <Button onClick={close}>Keep name</Button>
          <Button type="submit" look="primary" loading={working} disabled={values.title.trim() === ''}>
            Rename project
          </Button>
        </DialogActions>
      </Block>
    </Dialog>
  );
}

interface ProjectDialogsProps {
  /** Id of the project whose deletion has to be confirmed. */
  readonly deleting: string | undefined;
  readonly onClose: () => void;
}

/** The list's dialogs: rename and delete. Lazy-loaded with the first dialog. */
export default function ProjectDialogs({ deleting, onClose }: ProjectDialogsProps) {
  const rename = useAppSelector(selectRename);
  return (
    <>
      {rename.phase !== 'closed' && <RenameDialog key={rename.projectId} projectId={rename.projectId} />}
      {deleting !== undefined && <DeleteProjectDialog key={deleting} projectId={deleting} onClose={onClose} />}
    </>
  );
}
