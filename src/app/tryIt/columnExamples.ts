import type { CellValue, Column, ColumnType } from '../../contract/rows';

/** Types whose values have an order, the best for an example first. */
const ORDERED: readonly ColumnType[] = ['number', 'integer', 'date', 'datetime', 'time'];

const hasExample = ({ examples }: Column) => examples.some((example) => example !== null);

/** Returns the column to filter by in examples: one whose values repeat, such as an origin or a status. */
export const groupingColumn = (columns: readonly Column[]): Column | undefined =>
  columns.find((column) => column.type === 'text' && !column.unique && hasExample(column)) ??
  columns.find((column) => !column.unique && hasExample(column)) ??
  columns.find(hasExample) ??
  columns[0];

/** Returns the column to compare in examples, with a suitable operator. */
export function comparedColumn(
  columns: readonly Column[],
): { readonly column: Column; readonly operator: string } | undefined {
  for (const type of ORDERED) {
    const column = columns.find((candidate) => candidate.type === type);
    if (column) return { column, operator: 'gte' };
  }
  const text = columns.find(({ type }) => type === 'text');
  return text && { column: text, operator: 'contains' };
}

/** Returns a value of the column; null if it has none. */
export const exampleOf = ({ examples }: Column): CellValue => examples.find((example) => example !== null) ?? null;
