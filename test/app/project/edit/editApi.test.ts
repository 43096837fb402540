/** @jest-environment node */
import { createPorts } from '../../../../src/app/createPorts';
import { fakePorts } from '../../../fixtures/fakePorts';
import { loopback, type Loopback } from '../../../fixtures/loopback';

let server: Loopback;

beforeEach(async () => {
  server = await loopback();
  server.answers({ status: 200, body: { data: { _id: 'r_1' }, meta: { revision: 2 } } });
});
afterEach(() => server.close());

it('sends every column, whatever its name', async () => {
  const { edit } = createPorts(fakePorts(), { origin: server.origin });
  const tab = { projectId: 'x', sheetId: 7 };
  const values = { constructor: 'McLaren', prototype: 'M1', price: 1 } as object as Record<string, string>;
  const { signal } = new AbortController();
  await edit.change(tab, { row: { _id: 'r_1' }, etag: '"1"' }, values, signal);
  await edit.add(tab, values, 'first', signal);
  await edit.write(tab, [values], 'second', signal);
  expect(server.arrived.map(({ body }) => JSON.parse(body))).toEqual([values, values, [values]]);
  expect(server.arrived.map(({ headers }) => headers['content-type'])).toEqual(Array(3).fill('application/json'));
});
