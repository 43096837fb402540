import { apiPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { madeWorkbook } from '../../fixtures/driveFiles';
import { eventually } from '../../fixtures/eventually';
import { makeStoppable, sessionsThatWait, stopHalfway } from '../../fixtures/halfway';
import { buildNodes, type Nodes } from '../../fixtures/nodes';
import { newAddress } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

const BOTH = madeWorkbook([
  { title: 'beans', sheetId: 3, cells: [['name'], ['Kaffa']] },
  { title: 'orders', sheetId: 5, cells: [['order'], ['00501']] },
]);

let both: Nodes;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  both = await buildNodes(2);
  [one, other] = both.nodes as [TestApp, TestApp];
  await makeStoppable(one.db);
});
afterAll(() => both.close());

it('a sheet that is deleted while another server writes to its endpoint comes back with the write', async () => {
  const beans = await writable(one, BOTH);
  const { sheetId } = beans.project;
  const ask = (method: 'DELETE' | 'POST', url: string, payload?: object) =>
    one.app.inject({ method, url, headers: beans.owner.headers, payload });
  const waiting = () => sessionsThatWait(one.db);
  expect((await beans.call('POST', '', { body: { name: 'before' } })).status).toBe(201);
  const { goOn } = await stopHalfway(one.db);
  const writing = other.app.inject({
    ...{ method: 'POST', url: beans.base, payload: { name: 'meanwhile' }, remoteAddress: newAddress() },
    headers: { authorization: `Bearer ${beans.key}` },
  });
  await eventually(waiting, (sessions) => sessions >= 1);
  const deleting = ask('DELETE', apiPaths.driveTab(sheetId, 3));
  // Or more: background work may wait too.
  await eventually(waiting, (sessions) => sessions >= 2);
  await goOn();
  expect([(await writing).statusCode, (await deleting).statusCode]).toEqual([201, 200]);
  const { removed } = (await deleting).json<{ removed: string }>();
  expect((await ask('POST', apiPaths.driveTabs(sheetId), { restore: removed })).statusCode).toBe(201);
  expect((await beans.rows()).map(({ name }) => name)).toEqual(['Kaffa', 'before', 'meanwhile']);
});
