import { columns, type Row } from './createRows';

const cellOf = (value: Row[keyof Row]) => {
  const text = value === null ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Writes the rows as a CSV file (RFC 4180). */
export const csvOf = (rows: readonly Row[]): Buffer<ArrayBuffer> =>
  Buffer.from([columns.join(','), ...rows.map((row) => columns.map((key) => cellOf(row[key])).join(','))].join('\n'));
