import { type ApiError } from '../../fixtures/google/apiErrors';
import { type GoogleFile, GoogleWorld } from '../../fixtures/google/googleWorld';
import { answerSheets } from '../../fixtures/google/sheetsAnswers';

let world: GoogleWorld;
let file: GoogleFile;
beforeEach(() => {
  world = new GoogleWorld();
  file = world.add('Teas', [
    {
      gid: 7,
      title: 'Teas',
      cells: [
        ['name', 'price'],
        ['Assam', 4],
        ['Sencha', 9],
      ],
    },
  ]);
});

function post(action: string, body: unknown) {
  return answerSheets(world, file, { method: 'POST', action, query: new URLSearchParams(), body });
}

const batch = (...requests: unknown[]) => post(':batchUpdate', { requests });
const row = (startIndex: number) => ({ sheetId: 7, dimension: 'ROWS', startIndex, endIndex: startIndex + 1 });
const note = (metadataValue: string, at?: number, metadataId?: number) => ({
  createDeveloperMetadata: {
    developerMetadata: {
      ...{ metadataKey: 'k', metadataValue, visibility: 'DOCUMENT', metadataId },
      location: at === undefined ? { spreadsheet: true } : { dimensionRange: row(at) },
    },
  },
});
const byNote = (metadataValue: string) => ({ developerMetadataLookup: { metadataKey: 'k', metadataValue } });
const statusOf = (work: () => unknown) => {
  try {
    work();
    return 200;
  } catch (error) {
    return (error as ApiError).status;
  }
};
const cells = () => file.tabs[0]?.cells;

describe('developer metadata of rows', () => {
  it('stays with its row wherever it moves, and is deleted with it', () => {
    batch(note('assam', 1), note('sencha', 2));
    world.edit(file.id, ({ tabs: [tab] }) => tab?.cells.splice(1, 0, ['Bancha']));
    batch({ moveDimension: { source: row(2), destinationIndex: 4 } });
    expect(cells()?.map(([name]) => name)).toEqual(['name', 'Bancha', 'Sencha', 'Assam']);
    expect(post(':getByDataFilter', { dataFilters: [byNote('assam')] })).toMatchObject({
      sheets: [
        {
          properties: { sheetId: 7 },
          data: [
            {
              startRow: 3,
              rowData: [
                { values: [{ effectiveValue: { stringValue: 'Assam' } }, { effectiveValue: { numberValue: 4 } }] },
              ],
              rowMetadata: [{ developerMetadata: [{ metadataKey: 'k', metadataValue: 'assam' }] }],
            },
          ],
        },
      ],
    });
    batch({ deleteDimension: { range: row(3) } });
    expect(post(':getByDataFilter', { dataFilters: [byNote('assam')] })).toMatchObject({ sheets: [] });
  });

  it('selects the row that values are written to and cleared from; null leaves a cell unchanged', () => {
    batch(note('sencha', 2));
    const data = [{ dataFilter: byNote('sencha'), values: [[null, '=1']] }];
    expect(post('/values:batchUpdateByDataFilter', { valueInputOption: 'RAW', data })).toMatchObject({
      totalUpdatedRows: 1,
      responses: [{ updatedRange: 'Teas!A3:B3', updatedRows: 1 }],
    });
    expect(cells()?.[2]).toEqual(['Sencha', '=1']);
    const wide = [{ dataFilter: byNote('sencha'), values: [Array<string>(27).fill('x')] }];
    expect(
      statusOf(() => post('/values:batchUpdateByDataFilter', { valueInputOption: 'RAW', data: [...data, ...wide] })),
    ).toBe(400);
    const cleared = post('/values:batchClearByDataFilter', { dataFilters: [byNote('sencha'), byNote('nobody')] });
    expect(cleared).toMatchObject({ clearedRanges: ['Teas!A3:B3'] });
    expect(cells()?.[2]).toEqual([null, null]);
  });

  it('has unique ids, and a limit', () => {
    batch(note('once', undefined, 5));
    expect(statusOf(() => batch(note('twice', undefined, 5)))).toBe(400);
    const get = answerSheets(world, file, {
      ...{ method: 'GET', action: '/developerMetadata/5', query: new URLSearchParams(), body: undefined },
    });
    expect(get).toMatchObject({ metadataId: 5, metadataValue: 'once' });
    batch({ deleteDeveloperMetadata: { dataFilter: byNote('once') } });
    expect(statusOf(() => batch(note('twice', undefined, 5)))).toBe(200);
    expect(statusOf(() => batch(note('x'.repeat(29_000), 1), note('x'.repeat(1_000), 2)))).toBe(400);
  });
});

describe('a batch update', () => {
  it('appends literal cells below the last row with data, and is done completely or not at all', () => {
    const appendCells = {
      sheetId: 7,
      rows: [
        {
          values: [
            { userEnteredValue: { stringValue: '=1' } },
            {},
            {
              userEnteredValue: { numberValue: 45_000 },
              userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
            },
          ],
        },
      ],
      fields: 'userEnteredValue,userEnteredFormat.numberFormat',
    };
    world.edit(file.id, ({ tabs: [tab] }) => tab?.cells.push([], [null]));
    batch({ appendCells });
    expect(cells()?.[3]).toEqual(['=1', null, { serial: 45_000, type: 'DATE' }]);
    const before = structuredClone(cells());
    expect(statusOf(() => batch({ appendCells }, { deleteDimension: { range: { ...row(1), sheetId: 8 } } }))).toBe(400);
    expect(cells()).toEqual(before);
  });

  it('formats blank cells, so that a number written there is a datetime', () => {
    const range = { sheetId: 7, startRowIndex: 1, endRowIndex: 2, startColumnIndex: 2, endColumnIndex: 3 };
    const cell = { userEnteredFormat: { numberFormat: { type: 'TIME' } } };
    batch({ repeatCell: { range, cell, fields: 'userEnteredFormat.numberFormat' } }, note('assam', 1));
    const data = [{ dataFilter: byNote('assam'), values: [[null, null, 0.5]] }];
    post('/values:batchUpdateByDataFilter', { valueInputOption: 'RAW', data });
    expect(cells()?.[1]).toEqual(['Assam', 4, { serial: 0.5, type: 'TIME' }]);
  });
});
