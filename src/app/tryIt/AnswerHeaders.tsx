import styled from 'styled-components';
import type { TriedAnswer } from './tryItApi';

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
  gap: 2px 16px;
  padding: 12px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  font: 450 12px/20px var(--font-mono);
  overflow-wrap: anywhere;

  dt {
    color: var(--ink-3);
  }
`;

/** The headers of an answer that a page may read, in the order of their names. */
export const AnswerHeaders = ({ headers }: Pick<TriedAnswer, 'headers'>) => (
  <List aria-label="Response headers">
    {[...headers]
      .sort(([one], [other]) => one.localeCompare(other))
      .flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
  </List>
);
