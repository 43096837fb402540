import type { CellValue, Column, ColumnType, Row } from '../../contract/rows';

const ORDERED: readonly ColumnType[] = ['number', 'integer', 'date', 'datetime', 'time'];

const hasExample = ({ examples }: Column) => examples.some((example) => example !== null);

/** The column to filter by in examples: one whose values repeat, as an origin or a status does. */
export const groupingColumn = (columns: readonly Column[]): Column | undefined =>
  columns.find((column) => column.type === 'text' && !column.unique && hasExample(column)) ??
  columns.find((column) => !column.unique && hasExample(column)) ??
  columns.find(hasExample) ??
  columns[0];

/** The column to compare in examples, with the operator that suits it. */
export function comparedColumn(
  columns: readonly Column[],
): { readonly column: Column; readonly operator: string } | undefined {
  const ordered = ORDERED.map((type) => columns.find((column) => column.type === type)).find(Boolean);
  if (ordered) return { column: ordered, operator: 'gte' };
  const text = columns.find(({ type }) => type === 'text');
  return text && { column: text, operator: 'contains' };
}

/** A value that stands in the column. */
export const exampleOf = ({ examples }: Column): CellValue => examples.find((example) => example !== null) ?? null;

/** A row as it could be sent: the first of the sheet, or values of each column. */
export function sampleRow(columns: readonly Column[], first: Row | null): Readonly<Record<string, CellValue>> {
  return Object.fromEntries(columns.map((column) => [column.key, first?.[column.key] ?? exampleOf(column)]));
}

/** A change of one cell: of a column whose values repeat, so that nothing that names the row is touched. */
export function sampleChange(columns: readonly Column[], first: Row | null): Readonly<Record<string, CellValue>> {
  const column = groupingColumn(columns);
  return column === undefined ? {} : { [column.key]: first?.[column.key] ?? exampleOf(column) };
}
