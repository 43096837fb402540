import { backendsOf } from '../../../src/server/database/backends';
import { Directory } from '../../../src/server/endpoints/directory';
import { hearingOf } from '../../../src/server/nodes/hearing';
import { followerOf } from '../../../src/server/records/following';
import type { TestApp } from '../../fixtures/apps';
import { eventually } from '../../fixtures/eventually';
import { buildNodes, heardAll, type Nodes } from '../../fixtures/nodes';
import { until } from '../../fixtures/until';
import { writable, type Writable } from '../endpoints/write/writing';

let nodes: Nodes;
let one: TestApp;
let cafes: Writable;
beforeAll(async () => {
  nodes = await buildNodes(1);
  [one] = nodes.nodes as [TestApp];
  cafes = await writable(one);
});
afterEach(() => {
  jest.restoreAllMocks();
  hearingOf(one.db).threadBackends.clear();
});
afterAll(() => nodes.close());

it('hears of what it has committed itself, as nothing else may have told it, and of nothing that its thread has', async () => {
  const here = jest.spyOn(followerOf(one.db)!, 'follow');
  const { threadBackends } = hearingOf(one.db);
  await cafes.call('POST', '', { body: { Name: 'Supreme' } });
  await eventually(
    () => here.mock.calls.length,
    (calls) => calls > 0,
  );
  await heardAll(one);
  here.mockClear();
  for (const id of backendsOf(one.db)) threadBackends.add(id);
  await cafes.call('POST', '', { body: { Name: 'Kaffa' } });
  await heardAll(one);
  expect(here).not.toHaveBeenCalled();
});

it('finds what has changed though no word of it has come: after five seconds, behind an answer', async () => {
  let time = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
  const { id } = cafes.project;
  const directory = new Directory(one.db);
  const first = await directory.get(id);
  // Of what these connections change, nothing is heard.
  for (const backend of backendsOf(one.db)) hearingOf(one.db).threadBackends.add(backend);
  await one.db.updateTable('projects').set({ paused: 1 }).where('id', '=', id).execute();
  await heardAll(one);
  for (const end = time + 5_000; time < end; time += 900) expect(directory.peek(id)).toBe(first);
  await until(() => directory.peek(id) !== first);
  expect(directory.peek(id)?.project).toEqual({ ...first?.project, paused: 1 });
  clock.mockRestore();
});
