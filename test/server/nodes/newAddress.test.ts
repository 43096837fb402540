import { apiPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { eventually } from '../../fixtures/eventually';
import { makeStoppable, sessionsThatWait, stopHalfway } from '../../fixtures/halfway';
import { buildNodes, type Nodes } from '../../fixtures/nodes';
import { newAddress } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

let both: Nodes;
let one: TestApp;
beforeAll(async () => {
  both = await buildNodes(2);
  [one] = both.nodes as [TestApp];
  await makeStoppable(one.db);
});
afterAll(() => both.close());

const waiting = () => sessionsThatWait(one.db);

it('concurrent writes of two servers are done one after the other when their project gets a new address', async () => {
  const cafes = await writable(one);
  const headers = { authorization: `Bearer ${cafes.key}` };
  const write = ({ app }: TestApp, Name: string) =>
    app.inject({ method: 'POST', url: cafes.base, payload: { Name }, headers, remoteAddress: newAddress() });
  for (const node of both.nodes) expect((await write(node, 'before')).statusCode).toBe(201);
  const moving = await stopHalfway(one.db);
  const url = apiPaths.projectNewAddress(cafes.project.id);
  const moved = one.app.inject({ method: 'POST', url, headers: cafes.owner.headers });
  await eventually(waiting, (sessions) => sessions === 1);
  const writes = both.nodes.map((node, at) => write(node, `meanwhile ${at}`));
  await eventually(waiting, (sessions) => sessions === 3);
  const writing = stopHalfway(one.db);
  await eventually(waiting, (sessions) => sessions === 4);
  await moving.goOn();
  expect((await moved).statusCode).toBe(200);
  await eventually(waiting, (sessions) => sessions === 2);
  await (await writing).goOn();
  const answers = await Promise.all(writes);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  const revisions = answers.map((answer) => Number(answer.headers['x-tabpoint-revision']));
  expect(revisions.toSorted()).toEqual([4, 5]);
});
