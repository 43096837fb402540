import { columns, type Row } from './createRows';

const cellOf = (row: Row, key: keyof Row) => (key === 'date' ? new Date(row.date) : row[key]);

/** Writes the rows as an Excel workbook with shared texts and real dates. */
export async function workbookOf(rows: readonly Row[]): Promise<Buffer<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre');
  const lines = rows.map((row) => columns.map((key) => cellOf(row, key)));
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'rows', rows: [[...columns], ...lines] }] }));
}
