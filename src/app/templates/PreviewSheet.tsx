import styled from 'styled-components';
import type { CellValue } from '../../contract/rows';
import type { TemplateTab } from '../../contract/templates';
import { ellipsis } from '../ui/display/text';

const DATETIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d$/;
const TIME = /^(\d\d:\d\d):\d\d$/;

/** Formats a value as a spreadsheet shows it. */
export function cellText(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value).replace(DATETIME, '$1 $2').replace(TIME, '$1');
}

const ROW_HEIGHT = 27;

/** Scroll container of a tab, also for keyboards; as high as the longest tab of the template. */
const Scroller = styled.div<{ $rows: number }>`
  min-height: ${({ $rows }) => ($rows + 1) * ROW_HEIGHT + 1}px;
  overflow: auto;
  border: 1px solid var(--line);
  border-bottom: 0;
  border-radius: var(--r) var(--r) 0 0;
  background: var(--surface);
  scrollbar-width: thin;

  /* Sticky cells inside would cover an inset focus ring. */
  &:focus-visible {
    position: relative;
    z-index: 1;
    outline-offset: 0;
  }
`;

const Grid = styled.table`
  min-width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: 12px;
  line-height: 16px;

  th,
  td {
    height: ${ROW_HEIGHT}px;
    max-width: 220px;
    padding: 0 10px;
    ${ellipsis}
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);
    color: var(--ink-2);
  }
  thead th {
    position: sticky;
    z-index: 1;
    top: 0;
    background: var(--sheet-head);
    color: var(--ink);
    font-weight: var(--weight-semibold);
  }
  tbody th,
  thead th:first-child {
    position: sticky;
    left: 0;
    width: 36px;
    min-width: 36px;
    color: var(--ink-3);
    background: var(--sheet-head);
    font-size: 11px;
    font-weight: var(--weight-regular);
    text-align: center;
  }
  thead th:first-child {
    z-index: 2;
  }
  td[data-number] {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

const isNumber = (value: unknown) => (typeof value === 'number' ? '' : undefined);

interface PreviewSheetProps {
  readonly tab: TemplateTab;
  /** Number of rows for which to reserve space. */
  readonly rows: number;
}

/** The first rows of a tab, with the row numbers of its sheet. */
export const PreviewSheet = ({ tab: { title, columns, first }, rows }: PreviewSheetProps) => (
  <Scroller $rows={rows} role="region" aria-label={`First rows of ${title}`} tabIndex={0}>
    <Grid>
      <thead>
        <tr>
          <th scope="col" aria-label="Row">
            1
          </th>
          {columns.map(({ key }) => (
            <th key={key} scope="col">
              {key}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {first.map((row, at) => (
          <tr key={at}>
            <th scope="row">{at + 2}</th>
            {columns.map(({ key }, column) => (
              <td key={key} data-number={isNumber(row[column])}>
                {cellText(row[column] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Grid>
  </Scroller>
);
