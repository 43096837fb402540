import { css } from 'styled-components';
import { fineText, smallText, Unseen } from '../display/text';
import { below } from './spacing';

interface ColumnHead {
  readonly name: string;
  /** Its cells are left out on phones. */
  readonly wide?: boolean;
  /** Its cells stand at the right. */
  readonly right?: boolean;
  /** Said by screen readers alone. */
  readonly unseen?: boolean;
}

/** The head of the column in which something can be done with each row. */
export const ACTIONS: ColumnHead = { name: 'Actions', unseen: true };

/** The names of a table's columns. */
export const TableHead = ({ columns }: { readonly columns: readonly (string | ColumnHead)[] }) => (
  <thead>
    <tr>
      {columns
        .map((column): ColumnHead => (typeof column === 'string' ? { name: column } : column))
        .map(({ name, wide, right, unseen }) => (
          <th key={name} scope="col" data-wide={wide} data-right={right}>
            {unseen ? <Unseen>{name}</Unseen> : name}
          </th>
        ))}
    </tr>
  </thead>
);

/** A table of numbers: small heads, and a line above every row of its body. */
export const tableLook = css`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-size: var(--text-sm);
  font-variant-numeric: tabular-nums;
  line-height: 20px;

  th,
  td {
    border-top: 1px solid var(--line);
  }
  thead th,
  thead td {
    border-top: 0;
    color: var(--ink-3);
    font-size: var(--text-xs);
    font-weight: var(--weight-medium);
    white-space: nowrap;
  }
`;

/** A list of things: room around each cell, a quiet second line as `small`, the last column at the right; phones leave out `data-wide`. */
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
