import { type ClipboardEvent, type RefObject, useCallback, useId } from 'react';
import styled from 'styled-components';
import { Button, IconButton, Spinner } from '../ui/forms/Button';
import { FieldError } from '../ui/forms/Field';
import { bareInput, fieldLook } from '../ui/forms/fieldStyles';
import { commandKey } from '../ui/forms/useShortcuts';
import { Icon } from '../ui/display/Icon';
import { WideOnly, Stack } from '../ui/layout/spacing';
import { Mono, Hint, Key, Unseen } from '../ui/display/text';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import {
  selectCreatePhase,
  selectDraftText,
  selectInputDisabled,
  selectLineUnderInput,
  selectSheetHosts,
} from './createFlowSelectors';
import { draftCleared } from './createFlowSlice';
import { draftEventFor } from './draft';

const Box = styled.div<{ $found: boolean; $disabled: boolean }>`
  ${fieldLook}
  display: flex;
  align-items: center;
  gap: 12px;
  height: var(--control-xl);
  padding: 0 8px 0 18px;
  border-radius: 14px;
  color: var(--ink-3);
  box-shadow: var(--shadow-2);
  font-size: var(--text-lg);

  ${({ $disabled }) =>
    $disabled &&
    '&, &:hover { border-color: var(--line-strong); background: var(--disabled-bg); box-shadow: none; cursor: not-allowed; }'}

  & > svg:first-child {
    color: ${({ $found }) => ($found ? 'var(--success-dot)' : 'inherit')};
  }
  & > input {
    ${bareInput}
    letter-spacing: -0.01em;
  }
  & > input:disabled {
    color: var(--ink-2);
    cursor: inherit;
    -webkit-text-fill-color: var(--ink-2);
  }
`;

/** Returns the handler of a changed text. */
function useTextChange() {
  const dispatch = useAppDispatch();
  const hosts = useAppSelector(selectSheetHosts);
  return useCallback((text: string) => dispatch(draftEventFor(text, hosts)), [dispatch, hosts]);
}

/** Trims pasted text; typed text is not trimmed. */
const onPaste = (change: (text: string) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  const pasted = event.clipboardData.getData('text');
  const trimmed = pasted.trim();
  if (trimmed === pasted) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  change(value.slice(0, selectionStart ?? 0) + trimmed + value.slice(selectionEnd ?? value.length));
};

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

/** Returns whether the browser has the clipboard API; some lack it, and all lack it over plain HTTP. */
const canReadClipboard = () => typeof navigator.clipboard?.readText === 'function';

interface DraftActionProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly change: (text: string) => void;
}

/** "Paste": the browser asks for permission; if the user denies it, the input only gets the focus. */
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
        <Key>{commandKey('V')}</Key>
      </WideOnly>
    </Tall>
  );
}

/** The action at the end of the input, by phase. */
function DraftAction({ input, change }: DraftActionProps) {
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

const StatusLine = styled.div`
  &:empty {
    display: none;
  }
`;

/** A sentence with its URL in the code font. */
function Example({ text }: { readonly text: string }) {
  const start = text.indexOf('https://');
  return (
    <Hint>
      {text.slice(0, start)}
      <Mono>{text.slice(start)}</Mono>
    </Hint>
  );
}

function LineText() {
  const { kind, text } = useAppSelector(selectLineUnderInput);
  switch (kind) {
    case 'example':
      return <Example text={text} />;
    case 'error':
      return <FieldError>{text}</FieldError>;
    case 'progress':
      return <Hint>{text}</Hint>;
    case 'none':
      return null;
  }
}

/** The line under the input; screen readers announce every change. */
const LineUnderInput = ({ id }: { readonly id: string }) => (
  <StatusLine id={id} role="status">
    <LineText />
  </StatusLine>
);

/** The large input with its action, and the line under it. */
export function DraftInput({ input }: { readonly input: RefObject<HTMLInputElement | null> }) {
  const id = useId();
  const text = useAppSelector(selectDraftText);
  const phase = useAppSelector(selectCreatePhase);
  const disabled = useAppSelector(selectInputDisabled);
  const change = useTextChange();
  const invalid = phase === 'invalid' || phase === 'failed';
  const found = phase === 'previewReady' || phase === 'creating';
  return (
    <Stack as="form" $top={28} noValidate onSubmit={(event) => event.preventDefault()}>
      <Unseen as="label" htmlFor={id}>
        Google Sheet URL
      </Unseen>
      <Box $found={found} $disabled={disabled} data-invalid={invalid}>
        <Icon name={found ? 'checkRound' : 'link'} size={20} />
        <input
          ref={input}
          id={id}
          type="text"
          inputMode="url"
          placeholder="Paste a Google Sheet URL"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-line`}
          onChange={(event) => change(event.target.value)}
          onPaste={onPaste(change)}
        />
        <DraftAction input={input} change={change} />
      </Box>
      <LineUnderInput id={`${id}-line`} />
    </Stack>
  );
}
