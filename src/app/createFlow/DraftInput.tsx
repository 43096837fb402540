import { useCallback, useId, type ClipboardEvent, type RefObject } from 'react';
import styled from 'styled-components';
import { selectSheetHosts } from '../about/aboutSelectors';
import { bareInput, fieldLook } from '../parts/fieldLook';
import { Icon } from '../parts/Icon';
import { Unseen } from '../parts/text';
import { selectCreatePhase, selectDraftText, selectInputDisabled } from './createFlowSelectors';
import { draftEventFor } from './draft';
import { DraftAction } from './DraftAction';
import { LineUnderInput } from './LineUnderInput';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Form = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  margin-top: 28px;
`;

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

/** What is done on every change of the text. */
function useDraftEvents() {
  const dispatch = useAppDispatch();
  const hosts = useAppSelector(selectSheetHosts);
  return useCallback((text: string) => dispatch(draftEventFor(text, hosts)), [dispatch, hosts]);
}

/** Outer white space is taken off what is pasted, and only then. */
const onPaste = (change: (text: string) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  const pasted = event.clipboardData.getData('text');
  const trimmed = pasted.trim();
  if (trimmed === pasted) return;
  event.preventDefault();
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  change(value.slice(0, selectionStart ?? 0) + trimmed + value.slice(selectionEnd ?? value.length));
};

interface DraftInputProps {
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The large input, what stands at its end, and the line under it. */
export function DraftInput({ input }: DraftInputProps) {
  const id = useId();
  const text = useAppSelector(selectDraftText);
  const phase = useAppSelector(selectCreatePhase);
  const disabled = useAppSelector(selectInputDisabled);
  const change = useDraftEvents();
  const invalid = phase === 'invalid' || phase === 'failed';
  const found = phase === 'previewReady' || phase === 'creating';
  return (
    <Form noValidate onSubmit={(event) => event.preventDefault()}>
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
    </Form>
  );
}
