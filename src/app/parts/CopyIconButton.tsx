import styled, { keyframes } from 'styled-components';
import { IconButton } from './Button';
import { Unseen } from './text';
import { COPY_REFUSED, useCopy, type CopyState } from './useCopy';

const land = keyframes`
  from { scale: 0.4; }
`;

const Sign = styled.span<{ $state: CopyState }>`
  display: inline-flex;
  flex: none;

  & > button {
    color: ${({ $state }) => ($state === 'copied' ? 'var(--success-text)' : undefined)};
  }
  &[data-state='copied'] svg {
    animation: ${land} var(--t) var(--ease-spring);
  }
`;

const icons = { idle: 'copy', copied: 'check', refused: 'alert' } as const;

interface CopyIconButtonProps {
  readonly text: string;
  /** What it does, for example "Copy code". */
  readonly label: string;
  /** What screen readers hear once it is done. */
  readonly done: string;
}

/** Copies a text where there is no room for a word; for 1.6 seconds a tick says that it did. */
export function CopyIconButton({ text, label, done }: CopyIconButtonProps) {
  const [state, copy] = useCopy();
  return (
    <Sign $state={state} data-state={state}>
      <IconButton icon={icons[state]} label={label} onClick={() => void copy(text)} />
      <Unseen role="status">{state === 'copied' ? done : state === 'refused' ? COPY_REFUSED : ''}</Unseen>
    </Sign>
  );
}
