import type { RefObject } from 'react';
import styled from 'styled-components';
import { Button, IconButton, Spinner } from '../parts/Button';
import { WideOnly } from '../parts/spacing';
import { Key } from '../parts/text';
import { selectCreatePhase } from './createFlowSelectors';
import { draftCleared } from './createFlowSlice';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Tall = styled(Button)`
  height: 40px;
`;

const TallSquare = styled(IconButton)`
  width: 40px;
  height: 40px;
`;

const Waiting = styled.span`
  padding-right: 12px;
  color: var(--accent-text);
`;

/** Whether the page may ask for what is on the clipboard; not every browser has it, and none over plain http. */
const canReadClipboard = () => typeof navigator.clipboard?.readText === 'function';

const pasteKeys = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘V' : 'Ctrl V');

interface DraftActionProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly change: (text: string) => void;
}

/** "Paste": the browser asks first; when the person says no, the input waits for them. */
function Paste({ input, change }: DraftActionProps) {
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => undefined);
    input.current?.focus();
    if (text !== undefined) change(text.trim());
  };
  return (
    <Tall look="ghost" onClick={() => void paste()}>
      Paste{' '}
      <WideOnly aria-hidden="true">
        <Key>{pasteKeys()}</Key>
      </WideOnly>
    </Tall>
  );
}

/** What can be done with the text, at the end of the input. */
export function DraftAction({ input, change }: DraftActionProps) {
  const dispatch = useAppDispatch();
  const clear = () => {
    dispatch(draftCleared());
    input.current?.focus();
  };
  const selectAll = () => {
    input.current?.focus();
    input.current?.select();
  };
  switch (useAppSelector(selectCreatePhase)) {
    case 'idle':
      return canReadClipboard() ? <Paste input={input} change={change} /> : null;
    case 'invalid':
    case 'failed':
      return <TallSquare icon="cross" label="Clear" onClick={clear} />;
    case 'checking':
      return (
        <Waiting>
          <Spinner as="div" />
        </Waiting>
      );
    case 'previewReady':
      return (
        <Tall look="ghost" size="small" onClick={selectAll}>
          Change
        </Tall>
      );
    case 'creating':
      return null;
  }
}
