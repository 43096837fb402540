import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../parts/Button';
import { shown } from '../parts/numbers';
import { CodeText } from '../snippets/codeLook';
import { type JsonLine, jsonLines, seenLines, textLines } from './jsonLines';
import { Lines } from './Lines';

/** Bytes up to which a body is shown whole at once. */
const WHOLE = 200 * 1024;

/** Lines of a larger one that are shown first. */
const FIRST_LINES = 500;

const More = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 10px 16px;
  border-top: 1px solid var(--line);
  color: var(--ink-2);
  background: var(--surface);
  font-size: var(--text-sm);
`;

function linesOf(body: string, most: number): readonly JsonLine[] {
  try {
    return jsonLines(JSON.parse(body), most);
  } catch {
    return textLines(body, most);
  }
}

function toggled(before: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const after = new Set(before);
  if (!after.delete(at)) after.add(at);
  return after;
}

interface AnswerBodyProps {
  readonly body: string;
  readonly bytes: number;
}

/** The body of an answer. JSON is broken into lines that can be folded; of a large one the beginning stands first. */
export function AnswerBody({ body, bytes }: AnswerBodyProps) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [all, setAll] = useState(bytes <= WHOLE);
  const lines = useMemo(() => linesOf(body, all ? Infinity : FIRST_LINES), [body, all]);
  const seen = useMemo(() => seenLines(lines, folded), [lines, folded]);
  const toggle = (at: number) => setFolded((before) => toggled(before, at));
  if (body === '') return <CodeText aria-label="Response body">There is no body.</CodeText>;
  return (
    <>
      <Lines lines={seen} onToggle={toggle} />
      {!all && lines.length === FIRST_LINES && (
        <More>
          <span>The first {shown(FIRST_LINES)} lines.</span>
          <Button size="small" onClick={() => setAll(true)}>
            Show all
          </Button>
        </More>
      )}
    </>
  );
}
