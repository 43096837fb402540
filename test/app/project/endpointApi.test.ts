/** @jest-environment node */
import { createPorts } from '../../../src/app/createPorts';
import { fakePorts } from '../../fixtures/fakePorts';
import { loopback, type Loopback } from '../../fixtures/loopback';

let server: Loopback;

beforeEach(async () => {
  server = await loopback();
});
afterEach(() => server.close());

const rowsAt = (query: string) =>
  createPorts(fakePorts(), { origin: server.origin }).endpoint.rows(
    { projectId: 'x', sheetId: 7 },
    { query, offset: 100, limit: 100 },
    new AbortController().signal,
  );

const column = (key: string) => ({ key, header: key, type: 'text' });
const answerOf = (keys: readonly string[]) => ({
  status: 200,
  body: { columns: keys.map(column), data: [{ _id: 'r_1' }], meta: { total: 1 } },
});

it('requests a page of rows for a query, with their row numbers', async () => {
  server.answers(answerOf(['name']));
  await rowsAt('origin=Ethiopia&_q=a%26b');
  expect(server.arrived.map(({ url }) => url)).toEqual([
    '/api/projects/x/tabs/7/rows?origin=Ethiopia&_q=a%26b&_fields=*,_row&_limit=100&_offset=100',
  ]);
});

it('of a tab with a column named * requests the columns by name', async () => {
  server.answers(answerOf(['*', 'name']));
  await rowsAt('');
  expect(server.arrived.map(({ url }) => url)).toEqual([
    '/api/projects/x/tabs/7/rows?_fields=*,_row&_limit=100&_offset=100',
    '/api/projects/x/tabs/7/rows?_limit=100&_offset=100',
  ]);
});

it('rejects a response without rows', async () => {
  server.answers({ status: 200, body: { columns: [], meta: {} } });
  await expect(rowsAt('')).rejects.toMatchObject({ kind: 'unexpected' });
});
