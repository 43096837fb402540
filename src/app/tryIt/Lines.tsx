import { useRef } from 'react';
import styled from 'styled-components';
import { useLineScroll } from '../grid/useLineScroll';
import { CodeText, type CodeToken, CodeTokens } from '../snippets/codeStyles';
import { quoted } from '../snippets/quoting';

/** One line of a value, as tokens. */
export interface JsonLine {
  readonly depth: number;
  readonly tokens: readonly CodeToken[];
  /** Number of entries of the list or object that it opens; the closing line is the next of the same depth. */
  readonly opens?: number;
  /** Accessible name of the list or object that it opens. */
  readonly name?: string;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

function scalar(value: unknown): CodeToken {
  if (typeof value === 'string') return [quoted(value), 'string'];
  return [JSON.stringify(value) ?? 'null', typeof value === 'number' ? 'number' : 'word'];
}

interface LinePosition {
  readonly depth: number;
  /** Tokens before the value: `"key": `. */
  readonly before: readonly CodeToken[];
  /** Tokens after the value: the comma. */
  readonly after: readonly CodeToken[];
  readonly name: string;
}

const COMMA: readonly CodeToken[] = [','];
const NOTHING: readonly CodeToken[] = [];

function* containerLines(value: Container, { depth, before, after, name }: LinePosition): Generator<JsonLine> {
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const entries = Object.entries<unknown>(value);
  if (entries.length === 0) {
    yield { depth, tokens: [...before, open + close, ...after] };
    return;
  }
  yield { depth, tokens: [...before, open], opens: entries.length, name };
  for (const [index, [key, entry]] of entries.entries()) {
    yield* linesIn(entry, {
      depth: depth + 1,
      before: isList ? NOTHING : [[quoted(key), 'key'], ': '],
      after: index < entries.length - 1 ? COMMA : NOTHING,
      name: isList ? `${name} ${index + 1}` : key,
    });
  }
  yield { depth, tokens: [close, ...after] };
}

function* linesIn(value: unknown, place: LinePosition): Generator<JsonLine> {
  if (isContainer(value)) yield* containerLines(value, place);
  else yield { depth: place.depth, tokens: [...place.before, scalar(value), ...place.after] };
}

/**
 * Splits a value into lines, as `JSON.stringify` would; controls of the text direction are escaped.
 *
 * @param maxLines maximum number of lines
 */
export function jsonLines(value: unknown, maxLines = Infinity): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  for (const line of linesIn(value, { depth: 0, before: NOTHING, after: NOTHING, name: 'answer' })) {
    if (lines.length >= maxLines) break;
    lines.push(line);
  }
  return lines;
}

/** Splits a text into lines that cannot be folded. */
export const textLines = (text: string, maxLines = Infinity): readonly JsonLine[] =>
  text.split('\n', Math.min(maxLines, 2 ** 32 - 1)).map((line) => ({ depth: 0, tokens: [line] }));

/** A visible line, with its index among all lines. */
export interface SeenLine {
  readonly line: JsonLine;
  readonly at: number;
  /** Tokens at the end of a folded line, in place of the hidden lines. */
  readonly rest?: readonly CodeToken[];
}

const foldedRest = ({ opens = 0 }: JsonLine, closing: JsonLine | undefined): readonly CodeToken[] => [
  ` … ${opens} `,
  ...(closing?.tokens ?? []),
];

/** Returns the index of the line that closes what a line opens; the number of lines if that line was truncated. */
function closingOf(lines: readonly JsonLine[], opening: number): number {
  const depth = lines[opening]?.depth ?? 0;
  let at = opening + 1;
  while (at < lines.length && (lines[at]?.depth ?? 0) > depth) at += 1;
  return at;
}

/** Returns the visible lines. @param folded indexes of the folded lines */
export function seenLines(lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly SeenLine[] {
  const seen: SeenLine[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as JsonLine;
    if (!folded.has(at)) {
      seen.push({ line, at });
      continue;
    }
    const closing = closingOf(lines, at);
    seen.push({ line, at, rest: foldedRest(line, lines[closing]) });
    at = closing;
  }
  return seen;
}

/** Height of a line in pixels. */
const LINE_HEIGHT = 20;

/** Maximum height of the body in pixels. */
const MAX_HEIGHT = 780;

/** Maximum number of lines that are all rendered; of more only the lines near the viewport are. */
const MAX_RENDERED_LINES = 1_000;

const Scroller = styled(CodeText)`
  position: relative;
  max-height: min(${MAX_HEIGHT}px, 80vh);
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
  height: ${LINE_HEIGHT}px;
  margin-left: -16px;
  border-radius: var(--r-xs);
  color: var(--ink-3);
  vertical-align: top;

  /* The click target is 24 pixels high and wide, the sign smaller. */
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
      <CodeTokens of={line.tokens} />
      {rest && <CodeTokens of={rest} />}
      {'\n'}
    </>
  );
}

interface LinesProps {
  readonly lines: readonly SeenLine[];
  readonly onToggle: (at: number) => void;
}

/** The lines of a body. Of very many only the lines near the viewport are rendered; the scroll height is that of all lines. */
export function Lines({ lines, onToggle }: LinesProps) {
  const scroller = useRef<HTMLPreElement>(null);
  const isLong = lines.length > MAX_RENDERED_LINES;
  const { height, shown } = useLineScroll(scroller, {
    lines: isLong ? lines.length : 0,
    lineHeight: LINE_HEIGHT,
    head: 0,
  });
  const rendered = isLong ? shown.flatMap(({ index }) => lines[index] ?? []) : lines;
  return (
    <Scroller ref={scroller} role="region" aria-label="Response body" tabIndex={0}>
      <Inside style={isLong ? { height, paddingTop: shown[0]?.top } : undefined}>
        {rendered.map((seen) => (
          <Line key={seen.at} seen={seen} onToggle={onToggle} />
        ))}
      </Inside>
    </Scroller>
  );
}
