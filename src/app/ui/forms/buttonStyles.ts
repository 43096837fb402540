import { css } from 'styled-components';

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerQuiet';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonLookProps {
  readonly $look: ButtonLook;
  readonly $size: ButtonSize;
  /** Whether it is a square with an icon only. */
  readonly $square?: boolean;
}

const looks = {
  primary: css`
    color: var(--on-accent);
    background: var(--accent);
    box-shadow:
      inset 0 1px 0 rgb(255 255 255 / 0.12),
      var(--shadow-1);
    &:hover {
      background: var(--accent-hover);
    }
    &:active {
      background: var(--accent-active);
    }
    &[aria-busy='true'] {
      background: color-mix(in srgb, var(--accent) 88%, var(--surface));
      cursor: progress;
    }
  `,
  secondary: css`
    border-color: var(--line-strong);
    background: var(--surface);
    box-shadow: var(--shadow-1);
    &:hover {
      border-color: var(--line-control);
      background: var(--subtle);
    }
    &:active {
      background: var(--sunken);
    }
  `,
  ghost: css`
    color: var(--ink-2);
    &:hover {
      color: var(--ink);
      background: var(--subtle);
    }
    &:active {
      background: var(--sunken);
    }
  `,
  danger: css`
    color: var(--on-danger);
    background: var(--danger);
    &:hover {
      background: var(--danger-hover);
    }
  `,
  dangerQuiet: css`
    border-color: var(--danger-line);
    color: var(--danger-text);
    background: var(--surface);
    &:hover {
      background: var(--danger-soft);
    }
  `,
};

const sizes = {
  small: css`
    height: var(--control-sm);
    padding: 0 10px;
    gap: 6px;
    border-radius: var(--r-sm);
    font-size: var(--text-sm);
  `,
  medium: css`
    height: var(--control);
    padding: 0 14px;
    border-radius: var(--r);
    font-size: var(--text-base);
  `,
  large: css`
    height: var(--control-lg);
    padding: 0 20px;
    border-radius: 10px;
    font-size: var(--text-md);
  `,
};

const square = css<ButtonLookProps>`
  width: var(${({ $size }) => ($size === 'small' ? '--control-sm' : '--control')});
  flex: none;
  padding: 0;
`;

/** Styles of buttons, and of links in the style of a button. */
export const buttonLook = css<ButtonLookProps>`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 7px;
  border: 1px solid transparent;
  background: none;
  color: var(--ink);
  font-weight: var(--weight-medium);
  line-height: 1;
  white-space: nowrap;
  transition:
    background var(--t-fast),
    border-color var(--t-fast),
    color var(--t-fast);
  ${({ $size }) => sizes[$size]}
  ${({ $look }) => looks[$look]}
  ${({ $square }) => $square && square}

  &:active {
    translate: 0 0.5px;
  }
  &:disabled {
    border-color: transparent;
    color: var(--ink-disabled);
    background: var(--disabled-bg);
    box-shadow: none;
    cursor: not-allowed;
  }
  @media (prefers-reduced-motion: reduce) {
    &:active {
      translate: none;
    }
  }
`;
