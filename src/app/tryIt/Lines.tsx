import { useRef, useState } from 'react';
import styled from 'styled-components';
import { CodeText } from '../snippets/codeLook';
import type { LinePiece, SeenLine } from './jsonLines';

/** Pixels of a line. */
const LINE = 20;

/** Pixels of the body on the screen; the rest scrolls. */
const HEIGHT = 780;

/** Lines up to which all of them stand in the page; of more, those near the screen do. */
const FEW = 1_000;

/** Lines that are ready beyond the edge of what is seen. */
const BEYOND = 30;

const Scroller = styled(CodeText)`
  position: relative;
  max-height: min(${HEIGHT}px, 80vh);
  min-height: 48px;
`;

const Inside = styled.code`
  display: block;
  width: max-content;
  min-width: 100%;
  font: inherit;
`;

const Fold = styled.button`
  position: relative;
  width: 16px;
  height: ${LINE}px;
  margin-left: -16px;
  padding: 0;
  border: 0;
  border-radius: var(--r-xs);
  color: var(--ink-3);
  background: none;
  vertical-align: top;

  /* The target is 24 pixels high and wide, the sign smaller. */
  &::before {
    content: '';
    position: absolute;
    inset: -2px -4px;
  }
  &::after {
    content: '';
    display: block;
    width: 6px;
    height: 6px;
    margin: 0 auto;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -1px;
  }
  &[aria-expanded='false']::after {
    rotate: -45deg;
  }
  &:hover {
    color: var(--ink);
    background: var(--sunken);
  }
`;

const Pieces = ({ pieces }: { readonly pieces: readonly LinePiece[] }) =>
  pieces.map(({ kind, text }, at) => (
    <span key={at} data-kind={kind}>
      {text}
    </span>
  ));

interface LineProps {
  readonly seen: SeenLine;
  readonly onToggle: (at: number) => void;
}

function Line({ seen: { line, at, rest }, onToggle }: LineProps) {
  return (
    <>
      {'  '.repeat(line.depth)}
      {line.opens !== undefined && (
        <Fold type="button" aria-expanded={rest === undefined} aria-label={line.name} onClick={() => onToggle(at)} />
      )}
      <Pieces pieces={line.pieces} />
      {rest && <Pieces pieces={rest} />}
      {'\n'}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly SeenLine[];
  readonly onToggle: (at: number) => void;
}

/** The lines of a body. Of very many only those near the screen are in the page; the space of the others is kept. */
export function Lines({ lines, onToggle }: LinesProps) {
  const scroller = useRef<HTMLPreElement>(null);
  const [top, setTop] = useState(0);
  const isLong = lines.length > FEW;
  const nearTop = Math.min(Math.floor(top / LINE), lines.length) - BEYOND;
  const first = isLong ? Math.max(0, nearTop) : 0;
  const last = isLong ? Math.min(lines.length, first + Math.ceil(HEIGHT / LINE) + 2 * BEYOND) : lines.length;
  const look = () => {
    const now = scroller.current?.scrollTop ?? 0;
    if (isLong && Math.abs(now - top) > (BEYOND / 2) * LINE) setTop(now);
  };
  return (
    <Scroller ref={scroller} role="region" aria-label="Response body" tabIndex={0} onScroll={look}>
      <Inside style={{ paddingTop: first * LINE, paddingBottom: (lines.length - last) * LINE }}>
        {lines.slice(first, last).map((seen) => (
          <Line key={seen.at} seen={seen} onToggle={onToggle} />
        ))}
      </Inside>
    </Scroller>
  );
}
