import { Unseen } from '../display/text';

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
