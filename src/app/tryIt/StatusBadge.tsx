import styled from 'styled-components';

type Tone = 'success' | 'warn' | 'danger' | 'info';

const Badge = styled.span<{ $tone: Tone; $dot: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 22px;
  padding: 0 8px;
  border-radius: var(--r-full);
  color: var(--${({ $tone }) => $tone}-text);
  background: var(--${({ $tone }) => $tone}-soft);
  font-size: var(--text-xs);
  font-variant-numeric: tabular-nums;
  font-weight: var(--weight-medium);
  line-height: 1;
  white-space: nowrap;

  &::before {
    content: '';
    display: ${({ $dot }) => ($dot ? 'block' : 'none')};
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--${({ $tone }) => $tone}-dot);
  }
`;

const toneOf = (status: number): Tone => (status < 400 ? 'success' : status < 500 ? 'warn' : 'danger');

interface StatusBadgeProps {
  /** Of an answer; none while there is no answer yet. */
  readonly status?: number;
  readonly word: string;
  readonly dot?: boolean;
}

/** An HTTP status in its colour: success, the caller's mistake, the server's. */
export const StatusBadge = ({ status, word, dot = false }: StatusBadgeProps) => (
  <Badge $tone={status === undefined ? 'info' : toneOf(status)} $dot={dot}>
    {word}
  </Badge>
);
