import styled from 'styled-components';
import { Button } from '../parts/Button';
import { CopyButton } from '../parts/CopyButton';
import { Dialog, DialogActions, DialogText } from '../parts/Dialog';
import { keyCopied, newKeyClosed } from './keysSlice';
import type { NewKeyState } from './newKeyMachine';
import { useAppDispatch } from '../storeHooks';

const Secret = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
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
    overflow-wrap: anywhere;
    user-select: all;
  }
`;

interface MadeKeyDialogProps {
  readonly newKey: Extract<NewKeyState, { phase: 'made' | 'copied' }>;
}

/** The key, once. "Done" wakes after it was copied, by the button or by hand where the browser does not allow the button. */
export function MadeKeyDialog({ newKey: { phase, key, secret } }: MadeKeyDialogProps) {
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
        <CopyButton size="small" text={secret} done="Key copied" onCopied={copied} />
      </Secret>
      <DialogActions>
        <Button look="primary" disabled={phase === 'made'} onClick={close}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
