import type { DrivePreviewAnswer, TextChoices } from '../../../src/contract/drive';

/** The server's response for `teas.csv`, a spreadsheet of the drive with one sheet. */
export const previewOf = (id: string, chosen: TextChoices = {}): DrivePreviewAnswer => ({
  spreadsheet: {
    ...{ id, title: 'teas', url: `https://tabpoint.example/spreadsheets/d/${id}`, fileName: 'teas.csv', bytes: 32 },
    tabs: [{ sheetId: 0, title: 'teas', rows: 2, columns: 2 }],
    reading: { encoding: chosen.encoding ?? 'windows-1252', separator: ',', decimals: '.', chosen },
    createdAt: '2026-03-04T12:00:00.000Z',
    changedAt: '2026-03-04T12:00:00.000Z',
  },
  preview: {
    tabs: [{ sheetId: 0, title: 'teas', rows: 2, columns: 2, published: true, warnings: [] }],
    shown: {
      sheetId: 0,
      headerRow: 1,
      columns: [
        { key: 'name', header: 'name', type: 'text' },
        { key: 'price', header: 'price', type: 'integer' },
      ],
      rows: [
        ['Assam', 4],
        ['Darjeeling', null],
      ],
    },
  },
});

/** The same as a workbook with a hidden sheet, and without the choices for text files. */
export function workbookPreview(id: string): DrivePreviewAnswer {
  const { spreadsheet, preview } = previewOf(id);
  const notes = { sheetId: 7, title: 'Notes', rows: 1, columns: 1, hidden: true, published: false, warnings: [] };
  return {
    spreadsheet: { ...spreadsheet, reading: undefined, fileName: 'teas.xlsx' },
    preview: { ...preview, tabs: [...preview.tabs, notes] },
  };
}
