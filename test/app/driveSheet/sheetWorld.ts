import type { DriveSpreadsheet } from '../../../src/contract/drive';
import type { GridChange, GridChangeAnswer, GridRow, GridRowsAnswer } from '../../../src/contract/driveGrid';
import type { GridCell } from '../../../src/contract/gridCells';
import type { RowsQuery } from '../../../src/app/driveSheet/state/gridApi';

export const ID = 'tpd_abcdefghijklmnopqrstuvwx';
export const BEANS = 7;
export const ORDERS = 9;

export const spreadsheetOf = (parts: Partial<DriveSpreadsheet> = {}): DriveSpreadsheet => ({
  id: ID,
  title: 'Coffee roasters 2025',
  url: `https://tabpoint.example/spreadsheets/d/${ID}`,
  tabs: [
    { sheetId: BEANS, title: 'beans', rows: 3, columns: 3 },
    { sheetId: ORDERS, title: 'orders', rows: 0, columns: 0 },
  ],
  fileName: 'coffee.xlsx',
  bytes: 1_000,
  createdAt: '2026-03-01T10:00:00.000Z',
  changedAt: '2026-03-01T10:00:00.000Z',
  ...parts,
});

const sum: GridCell = { kind: 'number', value: 15.6, formula: 'ROUND(17.33*0.9, 2)' };

/** The rows of `beans`: a header, and three rows with a formula in the last one. */
export const beanCells: readonly (readonly GridCell[])[] = [
  ['name', 'price', 'note'],
  ['Kochere', 17.5, 'floral'],
  ['Huila', 21, '007'],
  ['Nyeri', sum],
];

const rowsOf = (cells: readonly (readonly GridCell[])[]): GridRow[] =>
  cells.map((row, at) => ({ row: at + 1, id: `r_${at}`, cells: row }));

export const factsOf = (parts: Partial<GridRowsAnswer['tab']> = {}): GridRowsAnswer['tab'] => ({
  ...{ sheetId: BEANS, title: 'beans', revision: 3, shape: 0, lastRow: 4, columns: 3, headerRow: 1, callsToday: 0 },
  ...parts,
});

export const beans = (parts: Partial<GridRowsAnswer['tab']> = {}, cells = beanCells): GridRowsAnswer => ({
  tab: factsOf({ lastRow: cells.length, ...parts }),
  rows: rowsOf(cells),
});

export const noRows = (sheetId = ORDERS): GridRowsAnswer => ({
  tab: factsOf({ sheetId, title: 'orders', revision: 0, lastRow: 0, columns: 0, headerRow: null }),
  rows: [],
});

/** The server's responses for the rows of the two tabs. */
export const answerRows = async (_id: string, { sheetId, from }: RowsQuery): Promise<GridRowsAnswer> => {
  if (sheetId !== BEANS) return noRows(sheetId);
  return from === 1 ? beans() : { ...beans(), rows: [] };
};

/** A server that accepts every edit as plain text. */
export function taking(first = 4) {
  let revision = first - 1;
  return async (_id: string, sheetId: number, change: GridChange): Promise<GridChangeAnswer> => {
    revision += 1;
    const edits = 'edits' in change ? change.edits : [];
    const cells = edits.map(({ row, column, value, cell }) => ({ row, column, cell: value ?? cell ?? null }));
    return { tab: factsOf({ sheetId, revision }), cells };
  };
}
