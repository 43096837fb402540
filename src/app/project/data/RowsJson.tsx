import { memo, useRef } from 'react';
import styled from 'styled-components';
import type { CellValue, Column, Row } from '../../../contract/rows';
import { rowAt } from '../rows/endpointSelectors';
import { MissingRows } from './NoRows';
import { GridFoot } from './GridFoot';
import { Bar } from './gridStyles';
import type { TabName } from '../rows/endpointSlice';
import { Canvas } from '../../grid/gridStyles';
import { useLineScroll } from '../../grid/useLineScroll';
import { codeColours, type Piece, Pieces } from '../../snippets/codeLook';
import { quoted } from '../../snippets/quoting';
import { codeCue } from '../../ui/layout/scrollCue';
import { useRows, useSeen } from './useRows';
import { insetFocus } from '../../ui/layout/spacing';

/** What of rows a line of JSON belongs to: line 0 of all is the opening bracket, the last one the closing one. */
interface JsonPlace {
  readonly row: number;
  /** Line within the row: 0 its opening brace, then `_id` and each column, then its closing brace. */
  readonly line: number;
}

/** Lines of one row: its braces, `_id`, its columns. */
const linesOfRow = (columns: number) => columns + 3;

/** Lines of all rows and the brackets around them. */
const linesOf = (rows: number, columns: number) => rows * linesOfRow(columns) + 2;

/** Where a line belongs; undefined for the brackets. */
function placeOfLine(line: number, rows: number, columns: number): JsonPlace | undefined {
  const perRow = linesOfRow(columns);
  const row = Math.floor((line - 1) / perRow);
  return line === 0 || row >= rows ? undefined : { row, line: (line - 1) % perRow };
}

const LINE = 20;

const Scroller = styled.div`
  overflow: auto;
  max-height: clamp(560px, 100vh - 420px, 1400px);
  ${codeCue}
  font: 450 12px / ${LINE}px var(--font-mono);
  font-variant-ligatures: none;
  scrollbar-width: thin;

  ${insetFocus}
`;

const Line = styled.div`
  position: absolute;
  left: 0;
  height: ${LINE}px;
  padding: 0 16px;
  white-space: pre;
  ${codeColours}
`;

/** More of a text than this makes no line longer. */
const MOST_CHARACTERS = 1_000;

const jsonOf = (value: CellValue) => {
  const text = typeof value === 'string' ? quoted(value) : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…"` : text;
};

/** The name and the value on a line of a row. */
function piecesOn(line: number, row: Row, columns: readonly Column[]): readonly Piece[] {
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
  return row === undefined ? <Bar style={{ marginLeft: 32 }} /> : <Pieces of={piecesOn(line, row, columns)} />;
});

export interface RowsJsonProps {
  readonly name: TabName;
  /** The tab's title. */
  readonly title: string;
  /** All rows of the tab, whether or not they are wanted. */
  readonly all: number;
}

/** Rows as the endpoint answers them. Only the lines on the screen, and a few beyond, are in the document. */
export function RowsJson({ name, title, all }: RowsJsonProps) {
  const { columns, total, pages, chosen } = useRows(name);
  const lines = linesOf(total, columns.length);
  const scroller = useRef<HTMLDivElement>(null);
  const { height, shown, first, last } = useLineScroll(scroller, { lines, lineHeight: LINE, head: 0 });
  const rowOf = (line: number) => placeOfLine(line, total, columns.length)?.row;
  const firstRow = rowOf(first) ?? 0;
  const lastRow = rowOf(last) ?? Math.max(0, total - 1);
  useSeen(name, firstRow, lastRow);
  return (
    <>
      <Scroller ref={scroller} role="region" aria-label={`Rows of ${title} as JSON`} tabIndex={0}>
        <Canvas style={{ height }}>
          {shown.map(({ index, top }) => {
            const place = placeOfLine(index, total, columns.length);
            return (
              <Line key={index} style={{ top }}>
                {place === undefined ? (
                  index === 0 ? (
                    '['
                  ) : (
                    ']'
                  )
                ) : (
                  <RowLine
                    {...{ line: place.line, columns, row: rowAt(pages, place.row) }}
                    isLast={place.row === total - 1}
                  />
                )}
              </Line>
            );
          })}
        </Canvas>
      </Scroller>
      <MissingRows name={name} />
      <GridFoot {...{ total, all, chosen }} columns={columns.length} first={firstRow} last={lastRow} keys={false} />
    </>
  );
}
