import { Directory } from '../../../src/server/endpoints/directory';
import { followerOf } from '../../../src/server/records/following';
import type { TestApp } from '../../fixtures/apps';
import { eventually } from '../../fixtures/eventually';
import { buildNodes, heardAll, type Nodes } from '../../fixtures/nodes';
import { until } from '../../fixtures/until';
import { writable, type Writable } from '../endpoints/write/writing';

let both: Nodes;
let one: TestApp;
let other: TestApp;
let cafes: Writable;
beforeAll(async () => {
  both = await buildNodes(2);
  [one, other] = both.nodes as [TestApp, TestApp];
  cafes = await writable(one);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => both.close());

it('hears of what others have changed alone', async () => {
  const [here, there] = [one, other].map(({ db }) => jest.spyOn(followerOf(db)!, 'follow'));
  await cafes.call('POST', '', { body: { Name: 'Supreme' } });
  await eventually(
    () => there!.mock.calls.length,
    (calls) => calls > 0,
  );
  await heardAll(one);
  expect(here).not.toHaveBeenCalled();
});

it('finds what has changed though no word of it has come: after five seconds, behind an answer', async () => {
  let time = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => time);
  const { id } = cafes.project;
  const directory = new Directory(one.db);
  const first = await directory.get(id);
  // Of what this server's own connections change, nothing is heard.
  await one.db.updateTable('projects').set({ paused: 1 }).where('id', '=', id).execute();
  await heardAll(one);
  for (const end = time + 5_000; time < end; time += 900) expect(directory.peek(id)).toBe(first);
  await until(() => directory.peek(id) !== first);
  expect(directory.peek(id)?.project).toEqual({ ...first?.project, paused: 1 });
  clock.mockRestore();
});
