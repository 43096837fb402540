/** @jest-environment node */
import { createPorts } from '../../../src/app/createPorts';
import type { Ports } from '../../../src/app/ports';
import { fakePorts } from '../../fixtures/fakePorts';
import { type Arrived, loopback, type Loopback } from '../../fixtures/loopback';
import { beans, factsOf, spreadsheetOf } from './sheetWorld';

let server: Loopback;
let grid: Ports['grid'];

beforeAll(async () => {
  server = await loopback();
  ({ grid } = createPorts(fakePorts(), { origin: server.origin }));
});
afterAll(() => server.close());

const { signal } = new AbortController();
const spreadsheet = spreadsheetOf();
const changed = { tab: factsOf(), cells: [] };

const calls: [line: string, call: () => Promise<unknown>, sent: object | null, answer: object][] = [
  ['GET /api/drive/spreadsheets/a%2Fb', () => grid.one('a/b', signal), null, { spreadsheet }],
  ['PATCH /api/drive/spreadsheets/x', () => grid.rename('x', 'Teas', signal), { title: 'Teas' }, { spreadsheet }],
  [
    'GET /api/drive/spreadsheets/x/tabs/7/rows?from=101&limit=100',
    () => grid.rows('x', { sheetId: 7, from: 101, limit: 100 }, signal),
    null,
    beans(),
  ],
  ['GET /api/drive/spreadsheets/x/stale', () => grid.stale('x', signal), null, { tabs: [] }],
  [
    'PATCH /api/drive/spreadsheets/x/tabs/7',
    () => grid.change('x', 7, { title: 'sales' }, signal),
    { title: 'sales' },
    changed,
  ],
  [
    'POST /api/drive/spreadsheets/x/tabs',
    () => grid.addTab('x', { position: 1 }, signal),
    { position: 1 },
    { sheetId: 9 },
  ],
  ['DELETE /api/drive/spreadsheets/x/tabs/7', () => grid.removeTab('x', 7, signal), null, { removed: 'p1' }],
];

it.each(calls)('%s', async (line, call, sent, answer) => {
  server.answers({ status: 200, body: answer });
  expect(await call()).toEqual('spreadsheet' in answer ? spreadsheet : answer);
  const [{ method, url, body }] = server.arrived as [Arrived];
  expect([`${method} ${url}`, body]).toEqual([line, sent === null ? '' : JSON.stringify(sent)]);
});

it.each(calls)('%s fails on an invalid response', async (_line, call) => {
  server.answers({ status: 200, body: { tab: 7, cells: {}, rows: 'x', spreadsheet: [], sheetId: 'x', removed: 1 } });
  await expect(call()).rejects.toMatchObject({ kind: 'unexpected' });
});
