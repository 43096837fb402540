import styled from 'styled-components';
import type { DrivePreview } from '../../contract/drive';
import type { CellValue } from '../../contract/rows';
import { tableLook } from '../ui/layout/tableStyles';
import { ellipsis, Small } from '../ui/display/text';

const Scroller = styled.div`
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: var(--r);
  transition: opacity var(--t);

  &[aria-busy='true'] {
    opacity: 0.55;
  }
`;

const Table = styled.table`
  ${tableLook}

  th,
  td {
    max-width: 220px;
    padding: 6px 12px;
    ${ellipsis}
    text-align: left;
  }
  thead th {
    background: var(--subtle);

    & > b {
      display: block;
      overflow: hidden;
      color: var(--ink);
      font-weight: var(--weight-semibold);
      text-overflow: ellipsis;
    }
  }
  [data-number] {
    text-align: right;
  }
`;

const Empty = styled.span`
  color: var(--ink-3);
`;

const isNumber = (type: string) => type === 'integer' || type === 'number';

const wordOf = (value: CellValue) => (value === null ? <Empty>empty</Empty> : String(value));

interface FirstRowsProps {
  readonly title: string;
  readonly shown: DrivePreview['shown'];
  readonly busy: boolean;
}

/** The first rows of a sheet as its endpoint will answer them, each column with its type. */
export function FirstRows({ title, shown: { columns, rows }, busy }: FirstRowsProps) {
  if (columns.length === 0) return <Small>Nothing stands in this sheet yet.</Small>;
  return (
    <Scroller role="region" aria-label={`First rows of ${title}`} aria-busy={busy} tabIndex={0}>
      <Table>
        <thead>
          <tr>
            {columns.map(({ key, type }) => (
              <th key={key} scope="col" title={key} data-number={isNumber(type) || undefined}>
                <b>{key}</b>
                {type}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, row) => (
            // Rows have nothing else that tells them apart, and are replaced together.
            <tr key={row}>
              {values.map((value, at) => (
                <td
                  key={columns[at]?.key}
                  title={value === null ? undefined : String(value)}
                  data-number={isNumber(columns[at]?.type ?? '') || undefined}
                >
                  {wordOf(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Scroller>
  );
}
