import { useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { below } from '../layout/spacing';
import { Icon, type IconName } from '../display/Icon';

type Width = 'own' | 'place' | 'placeOnPhones';

const Track = styled.div<{ $width: Width }>`
  display: ${({ $width }) => ($width === 'place' ? 'flex' : 'inline-flex')};
  flex-wrap: wrap;
  gap: 1px;
  max-width: 100%;
  padding: 2px;
  border-radius: var(--r);
  background: var(--sunken);

  ${below.lists} {
    width: ${({ $width }) => ($width === 'own' ? 'auto' : '100%')};
  }
`;

const Thumb = styled.button<{ $width: Width }>`
  display: inline-flex;
  flex: ${({ $width }) => ($width === 'place' ? 1 : 'none')};
  align-items: center;
  justify-content: center;
  gap: 6px;
  height: 28px;
  padding: 0 11px;
  border-radius: 6px;
  color: var(--ink-2);
  font-size: var(--text-sm);
  white-space: nowrap;

  &:hover {
    color: var(--ink);
  }
  &[aria-checked='true'] {
    color: var(--ink);
    background: var(--raised);
    box-shadow:
      0 0 0 1px var(--line),
      var(--shadow-1);
    font-weight: var(--weight-medium);
  }
  &[aria-disabled='true'] {
    cursor: progress;
  }
  ${below.lists} {
    flex: ${({ $width }) => ($width === 'own' ? 'none' : 1)};
    padding: 0 6px;

    & > svg {
      display: ${({ $width }) => ($width === 'own' ? 'block' : 'none')};
    }
  }
`;

export interface SegmentedOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: IconName;
}

interface SegmentedProps<T extends string> {
  /** Accessible name. */
  readonly label: string;
  readonly options: readonly SegmentedOption<T>[];
  readonly chosen: T;
  /** `own`: as wide as its texts. `place`: as wide as its container, with equal shares, and without icons on phones. */
  readonly width?: Width;
  /** Whether clicks are ignored; it stays focusable. */
  readonly disabled?: boolean;
  readonly onChoose: (value: T) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A segmented control: a radio group in which arrow keys move and select. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { label, options, chosen, width = 'own', disabled = false, onChoose } = props;
  const track = useRef<HTMLDivElement>(null);
  const choose = (value: T) => {
    if (!disabled && value !== chosen) onChoose(value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (options.findIndex(({ value }) => value === chosen) + step + options.length) % options.length;
    track.current?.querySelectorAll('button')[next]?.focus();
    const option = options[next];
    if (option) choose(option.value);
  };
  return (
    <Track ref={track} $width={width} role="radiogroup" aria-label={label} onKeyDown={onKeyDown}>
      {options.map((option) => (
        <Thumb
          key={option.value}
          $width={width}
          type="button"
          role="radio"
          aria-checked={option.value === chosen}
          aria-disabled={disabled || undefined}
          tabIndex={option.value === chosen ? 0 : -1}
          onClick={() => choose(option.value)}
        >
          {option.icon && <Icon name={option.icon} size={14} />}
          {option.label}
        </Thumb>
      ))}
    </Track>
  );
}
