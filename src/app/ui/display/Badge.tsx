import styled from 'styled-components';

interface BadgeProps {
  readonly $tone: 'success' | 'warn' | 'danger' | 'info' | 'accent';
  /** A dot of the tone stands before the word. */
  readonly $dot?: boolean;
}

/** A word on a coloured ground: how something is, among others of its kind. */
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
