import type { DriveSpreadsheet } from '../../src/contract/drive';
import type { GridRowsAnswer } from '../../src/contract/driveGrid';
import type { GridCell } from '../../src/contract/gridCells';
import { coffee } from './samples';

export const spreadsheet: DriveSpreadsheet = {
  id: 'tpd_k3v9tq2mxa7rfw5dk3v9tq2m',
  title: coffee.title,
  url: 'https://tabpoint.example/spreadsheets/d/tpd_k3v9tq2mxa7rfw5dk3v9tq2m',
  tabs: coffee.tabs.map(({ sheetId, title, rows, columns }) => ({ sheetId, title, rows, columns })),
  fileName: 'Coffee roasters 2025.xlsx',
  bytes: 48_210,
  createdAt: '2025-03-01T10:00:00.000Z',
  changedAt: '2025-03-01T10:00:00.000Z',
  projectId: coffee.id,
};

const lines: readonly (readonly GridCell[])[] = [
  ['name', 'origin', 'price', 'in stock', 'with tax'],
  ['Kochere Natural', 'Ethiopia', 17.5, true, { kind: 'number', value: 20.83, formula: 'C2*1.19' }],
  ['Huila Pink Bourbon', 'Colombia', 21, true, { kind: 'number', value: 24.99, formula: 'C3*1.19' }],
  ['Nyeri AA', 'Kenya', 19.8, false, { kind: 'number', value: 23.56, formula: 'C4*1.19' }],
  ['Fazenda Sertão', 'Brazil', 14.2, true, { kind: 'number', value: 16.9, formula: 'C5*1.19' }],
  ['Gesha Lot 14', 'Panama', 46, true, { kind: 'error', value: '#REF!' }],
];

const factsOf = (lastRow: number, columns: number, callsToday: number) => ({
  ...{ sheetId: 0, title: 'roasters', revision: 7, shape: 0, lastRow, columns, callsToday },
  headerRow: lastRow === 0 ? null : 1,
});

/** The first tab, with its header row and a formula in each row. */
export const gridAnswer: GridRowsAnswer = {
  tab: factsOf(lines.length, 5, 214),
  rows: lines.map((cells, index) => ({ row: index + 1, id: `row${index + 1}`, cells })),
};

/** A tab that nothing was typed into yet. */
export const emptyGrid: GridRowsAnswer = { tab: factsOf(0, 0, 0), rows: [] };
