import { memo, useRef } from 'react';
import styled from 'styled-components';
import type { ProjectTab } from '../../../contract/projects';
import type { CellValue, Column, Row } from '../../../contract/rows';
import { rowAt } from '../rows/endpointSelectors';
import { MissingRows } from './NoRows';
import { GridFoot } from './GridFoot';
import { Bar } from './gridStyles';
import type { TabName } from '../rows/endpointSlice';
import { Canvas } from '../../grid/gridStyles';
import { useLineScroll } from '../../grid/useLineScroll';
import { codeColours, type CodeToken, CodeTokens } from '../../snippets/codeStyles';
import { quoted } from '../../snippets/quoting';
import { codeCue } from '../../ui/layout/scrollCue';
import { useRows, useSeen } from './useRows';
import { insetFocus } from '../../ui/layout/spacing';

/** Position of a line of JSON. Line 0 of the whole text is the opening bracket, the last one the closing bracket. */
interface JsonPosition {
  readonly row: number;
  /** Line within the row: 0 its opening brace, then `_id` and each column, then its closing brace. */
  readonly line: number;
}

/** Returns the number of lines of one row: its braces, `_id`, its columns. */
const linesOfRow = (columns: number) => columns + 3;

/** Returns the number of lines of all rows and the brackets around them. */
const linesOf = (rows: number, columns: number) => rows * linesOfRow(columns) + 2;

/** Returns the position of a line; undefined for the brackets. */
function positionOfLine(line: number, rows: number, columns: number): JsonPosition | undefined {
  const perRow = linesOfRow(columns);
  const row = Math.floor((line - 1) / perRow);
  return line === 0 || row >= rows ? undefined : { row, line: (line - 1) % perRow };
}

const LINE_HEIGHT = 20;

const Scroller = styled.div`
  overflow: auto;
  max-height: clamp(560px, 100vh - 420px, 1400px);
  ${codeCue}
  font: 450 12px / ${LINE_HEIGHT}px var(--font-mono);
  font-variant-ligatures: none;
  scrollbar-width: thin;

  ${insetFocus}
`;

const Line = styled.div`
  position: absolute;
  left: 0;
  height: ${LINE_HEIGHT}px;
  padding: 0 16px;
  white-space: pre;
  ${codeColours}
`;

/** Maximum number of characters of a value. */
const MAX_CHARACTERS = 1_000;

const jsonOf = (value: CellValue) => {
  const text = typeof value === 'string' ? quoted(value) : JSON.stringify(value);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…"` : text;
};

/** Returns the name and the value on a line of a row. */
function tokensOn(line: number, row: Row, columns: readonly Column[]): readonly CodeToken[] {
  const key = line === 1 ? '_id' : (columns[line - 2]?.key ?? '_id');
  const value = row[key] ?? null;
  const kind = typeof value === 'string' ? 'string' : 'number';
  return ['    ', [quoted(key), 'key'], ': ', [jsonOf(value), kind], line <= columns.length ? ',' : ''];
}

interface RowLineProps {
  readonly line: number;
  readonly row: Row | undefined;
  readonly columns: readonly Column[];
  readonly isLast: boolean;
}

const RowLine = memo(function RowLine({ line, row, columns, isLast }: RowLineProps) {
  if (line === 0) return '  {';
  if (line === columns.length + 2) return isLast ? '  }' : '  },';
  return row === undefined ? <Bar style={{ marginLeft: 32 }} /> : <CodeTokens of={tokensOn(line, row, columns)} />;
});

export interface RowsJsonProps {
  readonly name: TabName;
  readonly tab: ProjectTab;
}

/** Rows as JSON, as the endpoint returns them. Only the lines on the screen, and a few beyond, are in the document. */
export function RowsJson({ name, tab }: RowsJsonProps) {
  const { columns, total, pages, isFiltered } = useRows(name);
  const lines = linesOf(total, columns.length);
  const scroller = useRef<HTMLDivElement>(null);
  const { height, shown, first, last } = useLineScroll(scroller, { lines, lineHeight: LINE_HEIGHT, head: 0 });
  const rowOf = (line: number) => positionOfLine(line, total, columns.length)?.row;
  const firstRow = rowOf(first) ?? 0;
  const lastRow = rowOf(last) ?? Math.max(0, total - 1);
  useSeen(name, firstRow, lastRow);
  return (
    <>
      <Scroller ref={scroller} role="region" aria-label={`Rows of ${tab.title} as JSON`} tabIndex={0}>
        <Canvas style={{ height }}>
          {shown.map(({ index, top }) => {
            const position = positionOfLine(index, total, columns.length);
            const bracket = index === 0 ? '[' : ']';
            return (
              <Line key={index} style={{ top }}>
                {position === undefined ? (
                  bracket
                ) : (
                  <RowLine
                    line={position.line}
                    columns={columns}
                    row={rowAt(pages, position.row)}
                    isLast={position.row === total - 1}
                  />
                )}
              </Line>
            );
          })}
        </Canvas>
      </Scroller>
      <MissingRows name={name} />
      <GridFoot
        total={total}
        isFiltered={isFiltered}
        all={tab.rows}
        columns={columns.length}
        first={firstRow}
        last={lastRow}
        keys={false}
      />
    </>
  );
}
