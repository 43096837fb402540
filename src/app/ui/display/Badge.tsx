import styled from 'styled-components';

interface BadgeProps {
  readonly $tone: 'success' | 'warn' | 'danger' | 'info' | 'accent';
  /** Whether a dot precedes the word. */
  readonly $dot?: boolean;
}

/** A word on a coloured background. */
export const Badge = styled.span<BadgeProps>`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  height: 22px;
  padding: 0 8px;
  border-radius: var(--r-full);
  color: var(--${({ $tone }) => $tone}-text);
  background: var(--${({ $tone }) => $tone}-soft);
  font-size: var(--text-xs);
  font-weight: var(--weight-medium);
  line-height: 1;
  white-space: nowrap;

  &::before {
    content: '';
    display: ${({ $dot = false }) => ($dot ? 'block' : 'none')};
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--${({ $tone }) => $tone}-dot);
  }
`;
