/** @jest-environment node */
import { createPorts } from '../../../src/app/createPorts';
import type { Ports } from '../../../src/app/ports';
import { columnOf } from '../../fixtures/appState';
import { fakePorts } from '../../fixtures/fakePorts';
import { loopback, type Loopback } from '../../fixtures/loopback';

let server: Loopback;
let ports: Ports;

beforeAll(async () => {
  server = await loopback();
  ports = createPorts(fakePorts(), { origin: server.origin });
});
afterAll(() => server.close());

const tab = { projectId: 'x', sheetId: 7 };
const { signal } = new AbortController();
const rowsAt = (query: string) => ports.endpoint.rows(tab, { query, offset: 100, limit: 100 }, signal);
const answerOf = (...keys: string[]) => ({
  status: 200,
  body: { columns: keys.map((key) => columnOf(key)), data: [{ _id: 'r_1' }], meta: { total: 1 } },
});

it('requests a page of rows for a query, with their row numbers', async () => {
  server.answers(answerOf('name'));
  await rowsAt('origin=Ethiopia&_q=a%26b');
  expect(server.arrived.map(({ url }) => url)).toEqual([
    '/api/projects/x/tabs/7/rows?origin=Ethiopia&_q=a%26b&_fields=*,_row&_limit=100&_offset=100',
  ]);
});

it('of a tab with a column named * requests the columns by name', async () => {
  server.answers(answerOf('*', 'name'));
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

it('writes every column, whatever its name', async () => {
  server.answers({ status: 200, body: { data: { _id: 'r_1' }, meta: { revision: 2 } } });
  const values = { constructor: 'McLaren', prototype: 'M1', price: 1 } as object as Record<string, string>;
  await ports.edit.change(tab, { row: { _id: 'r_1' }, etag: '"1"' }, values, signal);
  await ports.edit.add(tab, values, 'first', signal);
  await ports.edit.write(tab, [values], 'second', undefined, signal);
  expect(server.arrived.map(({ body }) => JSON.parse(body))).toEqual([values, values, [values]]);
  expect(server.arrived.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('application/json'));
});

it('writes and deletes rows with the revision at which they were read', async () => {
  server.answers({ status: 200, body: { data: [], meta: { revision: 2 } } });
  await ports.edit.write(tab, [{ _id: 'r_1' }], 'first', 5, signal);
  await ports.edit.remove(tab, ['r_1'], 6, signal);
  expect(server.arrived.map(({ headers }) => headers['x-tabpoint-revision'])).toEqual(['5', '6']);
});
