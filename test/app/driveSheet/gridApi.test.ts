/** @jest-environment node */
import { createPorts } from '../../../src/app/createPorts';
import type { Ports } from '../../../src/app/ports';
import { fakePorts } from '../../fixtures/fakePorts';
import { loopback, type Loopback, type Reply } from '../../fixtures/loopback';
import { beans, factsOf, spreadsheetOf } from './sheetWorld';

let server: Loopback;
let grid: Ports['grid'];

beforeAll(async () => {
  server = await loopback();
  ({ grid } = createPorts(fakePorts(), { origin: server.origin }));
});
afterAll(() => server.close());

const { signal } = new AbortController();
const answer = (body: unknown, status = 200): Reply => ({ status, body });
const spreadsheet = spreadsheetOf();
const changed = { tab: factsOf(), cells: [] };

const calls: [line: string, call: () => Promise<unknown>, sent: string, reply: Reply, result: unknown][] = [
  ['GET /api/drive/spreadsheets/a%2Fb', () => grid.one('a/b', signal), '', answer({ spreadsheet }), spreadsheet],
  [
    'PATCH /api/drive/spreadsheets/x',
    () => grid.rename('x', 'Teas', signal),
    '{"title":"Teas"}',
    answer({ spreadsheet }),
    spreadsheet,
  ],
  [
    'GET /api/drive/spreadsheets/x/tabs/7/rows?from=101&limit=100',
    () => grid.rows('x', { sheetId: 7, from: 101, limit: 100 }, signal),
    '',
    answer(beans()),
    beans(),
  ],
  ['GET /api/drive/spreadsheets/x/stale', () => grid.stale('x', signal), '', answer({ tabs: [] }), { tabs: [] }],
  [
    'PATCH /api/drive/spreadsheets/x/tabs/7',
    () => grid.change('x', 7, { title: 'sales' }, signal),
    '{"title":"sales"}',
    answer(changed),
    changed,
  ],
  [
    'POST /api/drive/spreadsheets/x/tabs',
    () => grid.addTab('x', { position: 1 }, signal),
    '{"position":1}',
    answer({ sheetId: 9 }, 201),
    { sheetId: 9 },
  ],
  [
    'DELETE /api/drive/spreadsheets/x/tabs/7',
    () => grid.removeTab('x', 7, signal),
    '',
    answer({ removed: 'p1' }),
    { removed: 'p1' },
  ],
];

it.each(calls)('%s', async (line, call, sent, reply, result) => {
  server.answers(reply);
  expect(await call()).toEqual(result);
  expect(server.arrived.map(({ method, url, body }) => [`${method} ${url}`, body])).toEqual([[line, sent]]);
});

it.each(calls)('%s fails on an invalid response', async (_line, call) => {
  server.answers(answer({ tab: 7, cells: {}, rows: 'x', spreadsheet: [], sheetId: 'x', removed: 1 }));
  await expect(call()).rejects.toMatchObject({ kind: 'unexpected' });
});
