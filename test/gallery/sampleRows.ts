import type { CellValue, Column, ColumnType, Row } from '../../src/contract/rows';

const types: Readonly<Record<string, ColumnType>> = {
  name: 'text',
  roaster: 'text',
  origin: 'text',
  price: 'number',
  'in stock': 'boolean',
  harvested: 'date',
  page: 'text',
};

const lines: readonly (readonly CellValue[])[] = [
  ['Kochere Natural', 'North Quay', 'Ethiopia', 17.5, true, '2025-01-14', 'https://northquay.example/kochere'],
  ['Huila Pink Bourbon', 'Saltbox', 'Colombia', 21, true, '2025-02-02', 'https://saltbox.example/huila'],
  ['Nyeri AA', 'Morrow', 'Kenya', 19.8, false, '2024-12-11', null],
  ['Fazenda Sertão', 'Brass Kettle', 'Brazil', 14.2, true, '2024-09-30', 'https://brasskettle.example/sertao'],
  ['Huehue Los Pinos', 'Tidewater', 'Guatemala', 15.6, true, null, null],
  ['Gesha Lot 14', 'Halden', 'Panama', 46, true, '2025-02-19', 'https://halden.example/gesha-14'],
];

const keys = Object.keys(types);

export const columns: readonly Column[] = keys.map((key, index) => ({
  key,
  header: key,
  slug: key.replace(' ', '_'),
  type: types[key] ?? 'text',
  nullable: index > 4,
  unique: index === 0,
  examples: lines.slice(0, 2).map((line) => line[index] ?? null),
  cell: `${String.fromCharCode(65 + index)}3`,
}));

const rowOf = (index: number): Row => {
  const line = lines[index % lines.length] ?? [];
  const cells = keys.map((key, at) => [key, line[at] ?? null] as const);
  return { _id: `9f3k${(index + 46_656).toString(36)}qz`, ...Object.fromEntries(cells) };
};

/** A page of rows. */
export const rows: readonly Row[] = Array.from({ length: 100 }, (_, index) => rowOf(index));

/** What the endpoint answers: so many rows of those there are. */
export const answerOf = (data: readonly Row[], total: number) => ({
  data,
  columns,
  meta: { total, count: data.length, limit: 100, offset: 0, revision: 1 },
});
