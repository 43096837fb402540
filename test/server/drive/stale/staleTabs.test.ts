import type { StaleAnswer } from '../../../../src/contract/driveGrid';
import { addressOf } from '../../../../src/contract/gridCells';
import { apiPaths } from '../../../../src/contract/paths';
import { GridTabs } from '../../../../src/server/drive/grid/gridTab';
import { StaleTabs } from '../../../../src/server/drive/stale/staleTabs';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, PRICES, type SentFile, uploadVersion } from '../../../fixtures/driveFiles';
import { until } from '../../../fixtures/eventually';
import { sheetOf } from '../grid/sheet';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

/** A spreadsheet, and the addresses of its stale cells, by the title of their sheet. */
async function opened(file: SentFile = PRICES) {
  const sheet = await sheetOf(test, who, file);
  const titles = new Map(sheet.spreadsheet.tabs.map(({ sheetId, title }) => [sheetId, title]));
  const number = (title: string) => [...titles].find(([, one]) => one === title)?.[0] ?? -1;
  const stale = async () => {
    const { body, status } = await sheet.call('GET', apiPaths.driveStale(sheet.id));
    expect(status).toBe(200);
    const found = (body as StaleAnswer).tabs.map(({ sheetId, cells }) => {
      const addresses = cells.flatMap(([column, first, last]) =>
        Array.from({ length: last - first + 1 }, (_, at) => addressOf(first + at, column)),
      );
      return [titles.get(sheetId) ?? String(sheetId), addresses.toSorted()];
    });
    return Object.fromEntries(found) as Record<string, string[]>;
  };
  /** Edits a cell of any sheet. */
  const type = async (title: string, row: number, column: number, value: string) => {
    const { tab } = await sheet.rows(number(title));
    const { status } = await sheet.patch({ revision: tab.revision, edits: [{ row, column, value }] }, number(title));
    expect(status).toBe(200);
  };
  const operate = async (title: string, operation: object) => {
    const { tab } = await sheet.rows(number(title));
    return sheet.patch({ revision: tab.revision, operation }, number(title));
  };
  return { ...sheet, stale, type, operate, number };
}

it('an uploaded file has no stale formulas, nor has one without references', async () => {
  const { stale, type } = await opened();
  expect(await stale()).toEqual({});
  await type('Prices', 2, 1, 'Kaffa Forest');
  expect(await stale()).toEqual({});
});

it('formulas that read a changed cell are stale, and formulas that read those', async () => {
  const { stale, type } = await opened();
  await type('Prices', 3, 2, '25');
  expect(await stale()).toEqual({ Prices: ['D3', 'E2'] });
});

it('formulas of other tabs become stale too, under whatever title the tabs have', async () => {
  const { stale, type, patch, number } = await opened();
  await patch({ title: 'Exchange' }, number('Rate'));
  await type('Rate', 2, 2, '3');
  expect(await stale()).toEqual({ Prices: ['D2', 'D3', 'D4', 'E2'] });
});

it('undoing the change makes them current again, also after the log was folded', async () => {
  const { stale, type } = await opened();
  await type('Prices', 2, 2, '11');
  await type('Prices', 1, 2, 'price in EUR');
  expect(await stale()).toEqual({ Prices: ['D2', 'E2'] });
  await type('Prices', 2, 2, '10');
  expect(await stale()).toEqual({});
  await type('Prices', 1, 2, 'price');
  expect(await stale()).toEqual({});
});

it('formulas over whole columns read an added row', async () => {
  const { stale, type } = await opened(
    madeWorkbook([
      {
        title: 'List',
        cells: [
          ['n', 'all', 'first'],
          [1, { f: 'SUM(A:A)', v: 1 }, { f: 'A2', v: 1 }],
        ],
      },
    ]),
  );
  await type('List', 3, 1, '5');
  expect(await stale()).toEqual({ List: ['B2'] });
  await type('List', 3, 1, '');
  expect(await stale()).toEqual({});
});

it('a formula whose references are unknown is stale after any change', async () => {
  const { stale, type } = await opened(
    madeWorkbook([
      {
        title: 'Open',
        cells: [
          ['n', 'named', 'indirect', 'clock'],
          [1, { f: 'Price*2', v: 2 }, { f: 'INDIRECT("A"&2)', v: 1 }, { f: 'NOW()', v: 1 }],
        ],
      },
      { title: 'Other', cells: [['x'], ['y']] },
    ]),
  );
  await type('Other', 2, 1, 'z');
  expect(await stale()).toEqual({ Open: ['B2', 'C2'] });
});

it.each([
  ['insertRows', 3, ['D4', 'D5', 'E2']],
  ['deleteRows', 4, ['E2']],
  ['insertColumns', 3, ['E2', 'E3', 'E4', 'F2']],
] as const)('%s at %i: formulas whose cells or ranges moved are stale', async (kind, at, expected) => {
  const { stale, operate } = await opened();
  expect((await operate('Prices', { kind, at, count: 1 })).status).toBe(200);
  expect(await stale()).toEqual({ Prices: expected });
});

it('a new version of the file has current values, and a restored version its stale cells', async () => {
  const { id, stale, type, call } = await opened();
  await type('Prices', 3, 2, '25');
  expect((await uploadVersion(test, who, id, PRICES)).statusCode).toBe(201);
  expect(await stale()).toEqual({});
  expect((await call('POST', apiPaths.driveVersionRestore(id, 1))).status).toBe(200);
  expect(await stale()).toEqual({ Prices: ['D3', 'E2'] });
});

it('concurrent requests share one computation after the running one, which sees all writes before them', async () => {
  const { id, type } = await opened();
  await type('Prices', 3, 2, '25');
  const { gridTabs, memory } = test.services;
  const held: (() => void)[] = [];
  const open = jest.spyOn(gridTabs, 'open').mockImplementationOnce(async (...address) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return GridTabs.prototype.open.apply(gridTabs, address);
  });
  const staleTabs = new StaleTabs(test.db, gridTabs, memory);
  const runsOf = async () => [...(await staleTabs.of(id)).values()].flat().length;
  const first = runsOf();
  await until(() => held.length === 1);
  open.mockRestore();
  await type('Rate', 2, 2, '3');
  const opening = jest.spyOn(gridTabs, 'open');
  const later = [runsOf(), runsOf(), runsOf()];
  for (let turn = 0; turn < 10; turn += 1) await test.db.selectFrom('drive_tabs').select('sheet_id').execute();
  expect(opening).not.toHaveBeenCalled();
  held[0]!();
  await first;
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  opening.mockRestore();
});

it('a tab that is removed meanwhile is not found', async () => {
  const { id, call, stale, type, number } = await opened();
  await type('Prices', 2, 1, 'Kaffa Forest');
  const { gridTabs } = test.services;
  jest.spyOn(gridTabs, 'open').mockImplementationOnce(async (...address) => {
    expect((await call('DELETE', apiPaths.driveTab(id, number('Rate')))).status).toBe(200);
    return GridTabs.prototype.open.apply(gridTabs, address);
  });
  expect(await stale()).toEqual({ Prices: ['D2', 'D3', 'D4', 'E2'] });
});

it('stale cells are not shown to another person', async () => {
  const { id } = await opened();
  const other = await test.signUp();
  const { statusCode } = await test.app.inject({ url: apiPaths.driveStale(id), headers: other.headers });
  expect(statusCode).toBe(404);
});
