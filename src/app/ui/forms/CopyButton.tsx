import styled, { keyframes } from 'styled-components';
import { Button, type ButtonProps, IconButton } from './Button';
import { Icon } from '../display/Icon';
import { Unseen } from '../display/text';
import { COPY_REFUSED, type CopyState, useCopy } from './useCopy';

const land = keyframes`
  from { scale: 0.4; }
`;

/** All texts share one grid cell, so that the button is as wide as the longest one. */
const Words = styled.span<{ $state: CopyState }>`
  display: inline-grid;
  color: ${({ $state }) => ($state === 'copied' ? 'var(--success-text)' : 'inherit')};

  & > span {
    display: inline-flex;
    grid-area: 1 / 1;
    align-items: center;
    justify-content: center;
    gap: 6px;
    visibility: hidden;
  }
  & > [data-shown='true'] {
    visibility: visible;
  }
  & > [data-shown='true'] > svg {
    animation: ${land} var(--t) var(--ease-spring);
  }
`;

const words = { idle: 'Copy', copied: 'Copied', refused: 'Failed' } as const;
const icons = { idle: 'copy', copied: 'check', refused: 'alert' } as const;
const states = ['idle', 'copied', 'refused'] as const;

interface OutcomeProps {
  readonly state: CopyState;
  /** Announcement for screen readers after copying, for example "Endpoint URL copied". */
  readonly announcement: string;
}

/** Announces the outcome to screen readers. */
function Outcome({ state, announcement }: OutcomeProps) {
  const outcomes = { idle: '', copied: announcement, refused: COPY_REFUSED };
  return <Unseen role="status">{outcomes[state]}</Unseen>;
}

interface CopyButtonProps
  extends Omit<ButtonProps, 'icon' | 'children' | 'onClick'>, Pick<OutcomeProps, 'announcement'> {
  readonly text: string;
  /** Text of the button; "Copy" by default. */
  readonly word?: string;
  readonly onCopied?: () => void;
}

/** A button that copies a text, and shows a tick for 1.6 seconds afterwards. */
export function CopyButton({ text, word = words.idle, announcement, onCopied, ...button }: CopyButtonProps) {
  const [state, copy] = useCopy();
  const press = async () => {
    if (await copy(text)) onCopied?.();
  };
  return (
    <Button {...button} onClick={() => void press()}>
      <Words $state={state}>
        {states.map((name) => (
          <span key={name} data-shown={name === state} aria-hidden={name !== state}>
            <Icon name={icons[name]} />
            {name === 'idle' ? word : words[name]}
          </span>
        ))}
      </Words>
      <Outcome state={state} announcement={announcement} />
    </Button>
  );
}

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

interface CopyIconButtonProps extends Pick<OutcomeProps, 'announcement'> {
  readonly text: string;
  /** Accessible name, for example "Copy code". */
  readonly label: string;
}

/** {@link CopyButton} as an icon only. */
export function CopyIconButton({ text, label, announcement }: CopyIconButtonProps) {
  const [state, copy] = useCopy();
  return (
    <Sign $state={state} data-state={state}>
      <IconButton icon={icons[state]} label={label} onClick={() => void copy(text)} />
      <Outcome state={state} announcement={announcement} />
    </Sign>
  );
}
