import styled from 'styled-components';
import { matchIn } from './matching';

const Match = styled.b`
  color: var(--ink);
  font-weight: var(--weight-semibold);
`;

interface MarkedProps {
  readonly text: string;
  readonly search: string;
}

/** A text, what was searched for in it semibold. */
export function Marked({ text, search }: MarkedProps) {
  const match = matchIn(text, search);
  if (match === undefined) return text;
  const [start, end] = match;
  return (
    <>
      {text.slice(0, start)}
      <Match>{text.slice(start, end)}</Match>
      {text.slice(end)}
    </>
  );
}
