import { AUTH_BASE_PATH } from '../../../src/contract/paths';
import { openDatabase } from '../../../src/server/database/database';
import type { ListenerState } from '../../../src/server/database/notifications';
import { Directory } from '../../../src/server/endpoints/directory';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { heardAll } from '../../fixtures/nodes';
import { PASSWORD } from '../../fixtures/people';
import { publishProject } from './published';

let now: jest.SpyInstance<number>;
const test = beforeTests(() => buildTestApp());
const owner = beforeTests(() => test.signUp());

const clock = performance.now.bind(performance);

let time = 0;
beforeEach(() => {
  time = clock();
  now = jest.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => now.mockRestore());

const tabs = [{ title: 'beans', slug: 'beans', lines: ['Name', 'Kaffa'] }];

/** A published project, and a directory that has cached it. */
async function known(listenerState: ListenerState = test.services.listenerState) {
  const { db, services } = test;
  const { id } = await publishProject(db, owner.person.id, tabs);
  await heardAll(test);
  time = clock();
  const directory = new Directory(db, services.events, listenerState);
  return { id, directory, first: await directory.get(id) };
}

/** Pauses a project by another connection, as the administrator’s command could. */
async function pauseFromElsewhere(id: string, { settings } = test) {
  const db = await openDatabase(settings);
  await db.updateTable('projects').set({ paused: 1 }).where('id', '=', id).execute();
  await db.destroy();
}

it('caches a project for a minute if other processes notify of changes', async () => {
  const { id, directory, first } = await known({ since: 0 });
  const end = time + 60_000;
  for (; time < end; time += 700) expect(directory.peek(id)).toBe(first);
  expect(directory.peek(id)).toBeUndefined();
  expect(await directory.get(id)).toBe(first);
  expect(directory.peek(id)).toBe(first);
});

it('sees a change by another process within a second', async () => {
  const { id, directory, first } = await known();
  await pauseFromElsewhere(id);
  await heardAll(test);
  time += 1_001;
  expect(directory.peek(id)).toBeUndefined();
  expect((await directory.get(id))?.project).toEqual({ ...first?.project, paused: 1 });
});

it('sees a change by another process during a read', async () => {
  const { id, directory } = await known();
  test.services.events.projectChanged.emit(id);
  const reading = directory.get(id);
  await pauseFromElsewhere(id);
  await reading;
  await heardAll(test);
  time += 1_001;
  expect((await directory.get(id))?.project).toMatchObject({ paused: 1 });
});

it('reads a project again after a change by this server', async () => {
  const { id, directory } = await known();
  test.services.events.projectChanged.emit(id);
  expect(directory.peek(id)).toBeUndefined();
});

it('reads a project about once a second if nobody notifies, and announces each read', async () => {
  const { id, directory } = await known({ since: Infinity });
  const read: string[] = [];
  const stop = test.services.events.projectRead.on((project) => read.push(project.id));
  for (let past = 0; past < 4_500; past += 100) {
    await directory.get(id);
    time += 100;
  }
  stop();
  expect(read).toEqual([id, id, id, id]);
});

it('finds no projects of a deleted account', async () => {
  const leaving = await test.signUp();
  const { id } = await publishProject(test.db, leaving.person.id, tabs);
  const request = () => test.app.inject({ url: `/v1/${id}/beans`, headers: leaving.headers });
  expect((await request()).statusCode).not.toBe(404);
  const payload = { password: PASSWORD };
  const url = `${AUTH_BASE_PATH}/delete-user`;
  expect((await test.app.inject({ method: 'POST', url, headers: leaving.headers, payload })).statusCode).toBe(200);
  expect((await request()).statusCode).toBe(404);
});
