import { css } from 'styled-components';
import { fineText, smallText, Unseen } from '../display/text';
import { below } from './spacing';

interface ColumnHead {
  readonly name: string;
  /** Whether the column is hidden on phones. */
  readonly wide?: boolean;
  /** Whether the column is right-aligned. */
  readonly right?: boolean;
  /** Whether the name is for screen readers only. */
  readonly unseen?: boolean;
}

/** Header of the column of row actions. */
export const ACTIONS: ColumnHead = { name: 'Actions', unseen: true };

/** The header row of a table. */
export const TableHead = ({ columns }: { readonly columns: readonly (string | ColumnHead)[] }) => (
  <thead>
    <tr>
      {columns.map((column) => {
        const { name, wide, right, unseen }: ColumnHead = typeof column === 'string' ? { name: column } : column;
        return (
          <th key={name} scope="col" data-wide={wide} data-right={right}>
            {unseen ? <Unseen>{name}</Unseen> : name}
          </th>
        );
      })}
    </tr>
  </thead>
);

/** Styles of a table of entries: padded cells, a `small` second line, a right-aligned last column; `data-wide` is hidden on phones. */
export const listTable = css`
  width: 100%;
  ${smallText}

  th {
    height: 36px;
    padding: 0 16px;
    color: var(--ink-3);
    font-size: var(--text-xs);
    white-space: nowrap;
  }
  td {
    padding: 12px 16px;
    border-top: 1px solid var(--line);
    color: var(--ink-2);
  }
  td:last-child {
    text-align: right;
  }
  small {
    display: block;
    ${fineText}
  }
  ${below.lists} {
    [data-wide] {
      display: none;
    }
  }
`;
