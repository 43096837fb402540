import { useId, useState } from 'react';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { Button } from '../parts/Button';
import { CopyIconButton } from '../parts/CopyIconButton';
import { AnswerBody } from './AnswerBody';
import { AnswerHeaders } from './AnswerHeaders';
import { StatusBadge } from './StatusBadge';
import type { TriedAnswer } from './tryItApi';
import { sizeInWords, timeInWords } from './units';

/** The line that says how a call went. */
export const Outcome = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 16px;
  min-height: 40px;
  padding: 4px 14px;
  border-top: 1px solid var(--line);
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  font-size: var(--text-sm);
`;

export const Facts = styled.dl`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 0 16px;

  & > div {
    display: flex;
    gap: 5px;
    white-space: nowrap;
  }
  dt {
    color: var(--ink-3);
  }
  dd {
    font-variant-numeric: tabular-nums;
    font-weight: var(--weight-medium);
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
  }
`;

const Actions = styled.div`
  display: flex;
  align-items: center;
`;

/** The fact itself, with what it is called. */
export const Fact = ({ name, value, wide = false }: { name: string; value: string; wide?: boolean }) => (
  <div data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const headerOf = ({ headers }: TriedAnswer, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** An answer as it came: status, time, size, revision, headers, body. */
export function AnswerPane({ answer }: { readonly answer: TriedAnswer }) {
  const id = useId();
  const [withHeaders, setWithHeaders] = useState(false);
  const { status, statusText, milliseconds, bytes, body } = answer;
  const revision = headerOf(answer, 'x-tabpoint-revision');
  return (
    <>
      <Outcome>
        <StatusBadge dot status={status} word={`${status} ${statusText}`.trim()} />
        <Facts>
          <Fact name="Time" value={timeInWords(milliseconds)} />
          <Fact name="Size" value={sizeInWords(bytes)} />
          {revision !== undefined && <Fact wide name="Revision" value={revision} />}
        </Facts>
        <Actions>
          <Button
            look="ghost"
            size="small"
            aria-expanded={withHeaders}
            aria-controls={`${id}-headers`}
            onClick={() => setWithHeaders(!withHeaders)}
          >
            Headers
          </Button>
          <CopyIconButton text={body} label="Copy response" done="Response copied" />
        </Actions>
      </Outcome>
      <div id={`${id}-headers`}>{withHeaders && <AnswerHeaders headers={answer.headers} />}</div>
      <AnswerBody key={`${status} ${milliseconds} ${bytes}`} body={body} bytes={bytes} />
    </>
  );
}
