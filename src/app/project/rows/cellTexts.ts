import type { CellValue, Row } from '../../../contract/rows';

/** A value as it goes to the clipboard. */
export const copiedText = (value: CellValue | undefined) =>
  value === null || value === undefined ? '' : String(value);

/** As spreadsheets quote what would break their rows and columns. */
const inRow = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Rows as text that a spreadsheet takes: tabs between columns, a line for each row; a single value as it is. */
export function copiedRows(rows: readonly Row[], columns: readonly string[]): string {
  const [row] = rows;
  const [column] = columns;
  if (rows.length === 1 && columns.length === 1 && row && column !== undefined) return copiedText(row[column]);
  return rows.map((one) => columns.map((key) => inRow(copiedText(one[key]))).join('\t')).join('\n');
}
