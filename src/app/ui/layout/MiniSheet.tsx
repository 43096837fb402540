import type { ReactNode } from 'react';
import styled from 'styled-components';
import { Row, Line } from './spacing';

const Frame = styled.div`
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-xl);
  background: var(--surface);
  box-shadow: var(--shadow-2);
`;

const Grid = styled.table`
  width: 100%;
  font-size: 12px;

  th,
  td {
    height: 27px;
    padding: 0 10px;
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
    font-weight: var(--weight-regular);
    white-space: nowrap;
  }
  th {
    height: 22px;
  }
  th,
  td:first-child {
    color: var(--ink-3);
    background: var(--sheet-head);
    font-size: 11px;
    text-align: center;
  }
  td:first-child {
    width: 36px;
  }
  tbody tr:first-child td:not(:first-child) {
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
  th:last-child,
  td:last-child {
    border-right: 0;
  }
`;

/** A tab below the sheet. */
export const MiniTab = styled(Line).attrs({ as: 'span' })<{ $look?: 'current' | 'missing' }>`
  gap: 0;
  height: 26px;
  padding: 0 12px;
  border: 1px ${({ $look }) => ($look === 'missing' ? 'dashed' : 'solid')} var(--line-strong);
  border-top: 0;
  border-radius: 0 0 7px 7px;
  color: var(--ink-2);
  background: ${({ $look }) => ($look === 'missing' ? 'none' : 'var(--subtle)')};
  font-size: 12px;

  ${({ $look }) => $look === 'current' && 'border-color: var(--accent); color: var(--on-accent); background: var(--accent); font-weight: 600;'}
`;

interface SheetCellsProps {
  /** Cells by row, the header first. */
  readonly rows: readonly (readonly string[])[];
}

/** The cells of a sheet, with column letters and row numbers. */
export const SheetCells = ({ rows }: SheetCellsProps) => (
  <>
    <thead>
      <tr>
        <th />
        {rows[0]?.map((_cell, column) => (
          <th key={column}>{String.fromCharCode(65 + column)}</th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((cells, row) => (
        <tr key={row}>
          <td>{row + 1}</td>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </>
);

interface MiniSheetProps extends SheetCellsProps {
  /** The tabs below it. */
  readonly children: ReactNode;
}

/** A small decorative spreadsheet; the caller hides it from screen readers. */
export const MiniSheet = ({ rows, children }: MiniSheetProps) => (
  <Frame>
    <Grid>
      <SheetCells rows={rows} />
    </Grid>
    <Row $gap={4} $pad="0 14px 14px">
      {children}
    </Row>
  </Frame>
);
