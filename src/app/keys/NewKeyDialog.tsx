import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Dialog, DialogActions } from '../parts/Dialog';
import { draftErrors, emptyDraft, wishOf } from './keyDraft';
import { selectNewKey } from './keysSelectors';
import { newKeyClosed, newKeySubmitted } from './keysSlice';
import { MadeKeyDialog } from './MadeKeyDialog';
import { NewKeyFields } from './NewKeyFields';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Form = styled.form`
  display: grid;
  gap: 20px;
  margin-top: 20px;
`;

const NO_ERRORS = {};

/** Asks what the key is to be. Errors show after the first press, and then follow the typing. */
function NewKeyForm({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const newKey = useAppSelector(selectNewKey);
  const [draft, setDraft] = useState(emptyDraft);
  const [pressed, setPressed] = useState(false);
  const working = newKey.phase === 'making';
  const close = () => dispatch(newKeyClosed());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (Object.keys(draftErrors(draft)).length > 0) return;
    dispatch(newKeySubmitted({ projectId: project.id, wish: wishOf(draft) }));
  };
  return (
    <Dialog title="New key" working={working} onClose={close}>
      <Form onSubmit={submit} noValidate>
        <NewKeyFields
          project={project}
          draft={draft}
          errors={pressed ? draftErrors(draft) : NO_ERRORS}
          tabs={project.tabs.filter(({ published }) => published)}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        {newKey.phase === 'refused' && (
          <Banner kind="danger" alert>
            {newKey.failure.message}
          </Banner>
        )}
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" loading={working}>
            Make key
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** The way of a new key: what it is to be, then the key itself, once. Nothing while none is made. */
export function NewKeyDialog({ project }: { readonly project: Project }) {
  const newKey = useAppSelector(selectNewKey);
  if (newKey.phase === 'made' || newKey.phase === 'copied') return <MadeKeyDialog newKey={newKey} />;
  if (newKey.phase === 'closed' || newKey.projectId !== project.id) return null;
  return <NewKeyForm project={project} />;
}
