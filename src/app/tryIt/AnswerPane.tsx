import { Fragment, useId, useMemo, useState } from 'react';
import styled from 'styled-components';
import { Badge } from '../ui/display/Badge';
import { below, Row, Spread } from '../ui/layout/spacing';
import { Button } from '../ui/forms/Button';
import { CopyIconButton } from '../ui/forms/CopyButton';
import { formatNumber } from '../ui/display/numbers';
import { CodeText } from '../snippets/codeStyles';
import { formatSize, formatDuration } from './callTexts';
import { type JsonLine, jsonLines, Lines, seenLines, textLines } from './Lines';
import type { TriedAnswer } from './tryItApi';

/** Maximum size in bytes of a body that is shown whole at first. */
const MAX_WHOLE_BYTES = 200 * 1024;

/** Number of lines of a larger body that are shown at first. */
const FIRST_LINES = 500;

const More = styled(Spread)`
  gap: 8px 16px;
  padding: 10px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  background: var(--surface);
  font-size: var(--text-sm);
`;

function linesOf(body: string, maxLines: number): readonly JsonLine[] {
  try {
    return jsonLines(JSON.parse(body), maxLines);
  } catch {
    return textLines(body, maxLines);
  }
}

/** Returns the indexes of the folded lines after a line is folded, or unfolded. */
function toggled(folded: ReadonlySet<number>, index: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(index)) next.add(index);
  return next;
}

/** The body of a response. JSON is split into foldable lines; a large body is truncated until the person presses "Show all". */
function AnswerBody({ body, bytes }: { readonly body: string; readonly bytes: number }) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [isWhole, setWhole] = useState(bytes <= MAX_WHOLE_BYTES);
  const lines = useMemo(() => linesOf(body, isWhole ? Infinity : FIRST_LINES), [body, isWhole]);
  const seen = useMemo(() => seenLines(lines, folded), [lines, folded]);
  const toggle = (index: number) => setFolded((before) => toggled(before, index));
  if (body === '') return <CodeText aria-label="Response body">There is no body.</CodeText>;
  return (
    <>
      <Lines lines={seen} onToggle={toggle} />
      {!isWhole && lines.length === FIRST_LINES && (
        <More>
          <span>The first {formatNumber(FIRST_LINES)} lines.</span>
          <Button size="small" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </More>
      )}
    </>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
  gap: 2px 16px;
  padding: 12px 16px;
  border-bottom: 1px solid var(--line);
  background: var(--surface);
  font: 450 12px/20px var(--font-mono);

  dt {
    color: var(--ink-3);
  }
`;

/** The headers of a response that a page may read, by name. */
const AnswerHeaders = ({ headers }: Pick<TriedAnswer, 'headers'>) => (
  <List aria-label="Response headers">
    {[...headers]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </List>
);

const Numbered = styled(Badge)`
  font-variant-numeric: tabular-nums;
`;

function toneOf(status: number) {
  if (status < 400) return 'success';
  return status < 500 ? 'warn' : 'danger';
}

interface StatusBadgeProps {
  /** HTTP status; undefined while the request is pending. */
  readonly status?: number;
  readonly word: string;
  readonly dot?: boolean;
}

/** A badge of an HTTP status, in the colour of its class: success, client error, server error. */
export const StatusBadge = ({ status, word, dot = false }: StatusBadgeProps) => (
  <Numbered $tone={status === undefined ? 'info' : toneOf(status)} $dot={dot}>
    {word}
  </Numbered>
);

/** The line about the outcome of a call. */
export const Outcome = styled(Row)`
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

/** A name and a value. */
export const Fact = ({ name, value, wide = false }: { name: string; value: string; wide?: boolean }) => (
  <div data-wide={wide || undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);

const headerOf = ({ headers }: TriedAnswer, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1];

/** A response: status, time, size, revision, headers, body. */
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
          <Fact name="Time" value={formatDuration(milliseconds)} />
          <Fact name="Size" value={formatSize(bytes)} />
          {revision !== undefined && <Fact wide name="Revision" value={revision} />}
        </Facts>
        <Row $gap={0}>
          <Button
            look="ghost"
            size="small"
            aria-expanded={withHeaders}
            aria-controls={`${id}-headers`}
            onClick={() => setWithHeaders(!withHeaders)}
          >
            Headers
          </Button>
          <CopyIconButton text={body} label="Copy response" announcement="Response copied" />
        </Row>
      </Outcome>
      <div id={`${id}-headers`}>{withHeaders && <AnswerHeaders headers={answer.headers} />}</div>
      <AnswerBody key={`${status} ${milliseconds} ${bytes}`} body={body} bytes={bytes} />
    </>
  );
}
