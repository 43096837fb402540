import styled from 'styled-components';

const Track = styled.button`
  position: relative;
  flex: none;
  width: 34px;
  height: 20px;
  border-radius: var(--r-full);
  background: var(--line-control);
  transition: background var(--t);

  /* The click target is larger than the track. */
  &::before {
    content: '';
    position: absolute;
    inset: -6px -5px;
  }
  &::after {
    content: '';
    position: absolute;
    top: 2px;
    left: 2px;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: #fff;
    box-shadow: 0 1px 2px rgb(0 0 0 / 0.25);
    transition: translate var(--t) var(--ease);
  }
  &[aria-checked='true'] {
    background: var(--accent);
  }
  &[aria-disabled='true'] {
    cursor: progress;
  }
  &[aria-checked='true']::after {
    background: var(--on-accent);
    translate: 14px 0;
  }
`;

interface SwitchProps {
  readonly checked: boolean;
  /** Id of the element that is its label. */
  readonly labelledBy: string;
  readonly describedBy?: string;
  /** Whether clicks are ignored; it stays focusable. */
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A toggle switch; Space and Enter toggle it. */
export const Switch = ({ checked, labelledBy, describedBy, disabled, onChange }: SwitchProps) => (
  <Track
    type="button"
    role="switch"
    aria-checked={checked}
    aria-labelledby={labelledBy}
    aria-describedby={describedBy}
    aria-disabled={disabled || undefined}
    onClick={() => !disabled && onChange(!checked)}
  />
);
