import { useState } from 'react';
import styled from 'styled-components';
import type { Project } from '../../contract/projects';
import { RefusalBanner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { CopyButton } from '../ui/forms/CopyButton';
import { Stack, Line } from '../ui/layout/spacing';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { useForm } from '../ui/forms/useForm';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { draftErrors, draftFor, newKeyOf } from './keyDraft';
import { selectNewKey } from './keysSelectors';
import { keyCopied, newKeyClosed, type NewKeyState, newKeySubmitted } from './keysSlice';
import { NewKeyFields } from './NewKeyFields';

const Secret = styled(Line)`
  margin-top: 16px;
  padding: 8px 8px 8px 12px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r);
  background: var(--subtle);

  & > code {
    flex: 1;
    min-width: 0;
    font: 450 13px / 20px var(--font-mono);
    font-variant-ligatures: none;
    user-select: all;
  }
`;

interface MadeKeyDialogProps {
  readonly newKey: Extract<NewKeyState, { phase: 'made' | 'copied' }>;
}

/** Shows the new key, once. "Done" is enabled after the user has copied it, by the button or, if the browser blocks that, by hand. */
function MadeKeyDialog({ newKey: { phase, key, secret } }: MadeKeyDialogProps) {
  const dispatch = useAppDispatch();
  const copied = () => dispatch(keyCopied());
  const close = () => dispatch(newKeyClosed());
  return (
    <Dialog title="Copy your key now" working={phase === 'made'} onClose={close}>
      <DialogText>You will not see it again.</DialogText>
      <Secret>
        <code aria-label={`The key ${key.name}`} onCopy={copied}>
          {secret}
        </code>
        <CopyButton size="small" text={secret} announcement="Key copied" onCopied={copied} />
      </Secret>
      <DialogActions>
        <Button look="primary" disabled={phase === 'made'} onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The form of a new key. */
function NewKeyForm({ project }: { readonly project: Project }) {
  const dispatch = useAppDispatch();
  const newKey = useAppSelector(selectNewKey);
  const { wanted, failure } = newKey.phase === 'drafting' ? newKey : {};
  const [initial] = useState(() => draftFor(wanted));
  const working = newKey.phase === 'making';
  const close = () => dispatch(newKeyClosed());
  const form = useForm(initial, {
    problems: draftErrors,
    refusal: failure,
    working,
    onSubmit: (draft) => dispatch(newKeySubmitted({ projectId: project.id, wish: newKeyOf(draft) })),
  });
  return (
    <Dialog title="New key" working={working} onClose={close}>
      <Stack as="form" $gap={20} $top={20} {...form.props}>
        <NewKeyFields project={project} form={form} tabs={project.tabs.filter(({ published }) => published)} />
        <RefusalBanner>{failure?.message}</RefusalBanner>
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" loading={working}>
            Make key
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** The dialog of a new key: first the form, then the created key, once. Nothing while it is closed. */
export function NewKeyDialog({ project }: { readonly project: Project }) {
  const newKey = useAppSelector(selectNewKey);
  if (newKey.phase === 'made' || newKey.phase === 'copied') return <MadeKeyDialog newKey={newKey} />;
  if (newKey.phase === 'closed' || newKey.projectId !== project.id) return null;
  return <NewKeyForm project={project} />;
}
