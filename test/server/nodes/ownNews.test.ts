import { sql } from 'kysely';
import { Directory } from '../../../src/server/endpoints/directory';
import type { TestApp } from '../../fixtures/apps';
import { eventually, until } from '../../fixtures/eventually';
import { buildNodes, heardAll, type Nodes } from '../../fixtures/nodes';
import { writable, type Writable } from '../endpoints/write/writing';

let nodes: Nodes;
let one: TestApp;
let cafes: Writable;
beforeAll(async () => {
  nodes = await buildNodes(1);
  [one] = nodes.nodes as [TestApp];
  cafes = await writable(one);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => nodes.close());

it('follows its own commits, even without a notification', async () => {
  const here = jest.spyOn(one.services.records.follower!, 'follow');
  await cafes.call('POST', '', { body: { Name: 'Supreme' } });
  await eventually(
    () => here.mock.calls.length,
    (calls) => calls > 0,
  );
});

it('finds a change without a notification after five seconds, in the background of a read', async () => {
  let time = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
  const { id } = cafes.project;
  const directory = new Directory(one.db, one.services.events, one.services.listenerState);
  const first = await directory.get(id);
  await one.db.transaction().execute(async (trx) => {
    // Triggers do not run in a session of a replica.
    await sql`set local session_replication_role = replica`.execute(trx);
    await trx.updateTable('projects').set({ paused: 1 }).where('id', '=', id).execute();
  });
  await heardAll(one);
  for (const end = time + 5_000; time < end; time += 900) expect(directory.peek(id)).toBe(first);
  await until(() => directory.peek(id) !== first);
  expect(directory.peek(id)?.project).toEqual({ ...first?.project, paused: 1 });
  clock.mockRestore();
});
