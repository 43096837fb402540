import { loadNewRows } from '../../../../src/server/endpoints/newRows';
import { openTab, readingOf } from '../../../../src/server/endpoints/reading';
import { usageOf } from '../../../../src/server/usage/usage';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import type { SignedIn } from '../../../fixtures/people';
import { until } from '../../../fixtures/until';
import { bearer, makeKey } from '../../keys/keyOf';
import { changeRows } from '../published';
import { type Call, listening } from './calls';
import { keysOf, publishPeople, revoke } from './doorProject';

/** On SQLite: beside PostgreSQL a server hears of its own change once more, which may come between any two steps of these tests. */
let server: TestApp;
let owner: SignedIn;
let wire: Awaited<ReturnType<typeof listening>>;
beforeAll(async () => {
  server = await buildTestApp({ databaseUrl: undefined });
  owner = await server.signUp();
  wire = await listening(server);
});
afterAll(async () => {
  wire.hangUp();
  await server.close();
});

/** Answers that were at hand, as they are counted. */
async function fromCache(projectId: string): Promise<number> {
  await usageOf(server).flush(Date.now());
  const counts = server.db.selectFrom('usage_counts').select(['requests', 'from_cache']);
  const rows = await counts.where('project_id', '=', projectId).execute();
  return rows.reduce((sum, { requests, from_cache }) => sum + (from_cache === 1 ? Number(requests) : 0), 0);
}

async function ask(times: number, call: Call) {
  for (let time = 1; time < times; time += 1) await wire.overSocket(call);
  return wire.overSocket(call);
}

type People = Awaited<ReturnType<typeof publishPeople>>;

/** A project whose first tab is in memory, with the values of its rows: the door leaves others to Fastify. */
async function makePeople(access: 'public' | 'private'): Promise<People> {
  const people = await publishPeople(server, owner, access);
  const reading = readingOf(server);
  const tab = (await reading.directory.get(people.id))?.tabs[0];
  await openTab(reading, tab!);
  return people;
}

/** Other rows take the place of those of the first tab, and are loaded. */
async function refresh({ id, tabs }: People) {
  const lines = Array.from({ length: 100 }, (_, at) => `Anew ${at};Oslo`);
  await changeRows(server.db, tabs[0]!, ['Name;City', ...lines]);
  await loadNewRows(server.db, id);
}

const answers = () => readingOf(server).answers.bytes;

const languages = { nothing: {}, gzip: { 'accept-encoding': 'gzip' }, brotli: { 'accept-encoding': 'br' } };

it.each(Object.entries(languages))(
  'answers again what is asked again and again once rows are new, before anybody asks (coded by %s)',
  async (_name, headers) => {
    const people = await makePeople('public');
    const call = { url: `/v1/${people.id}/People?_limit=200`, headers };
    await ask(4, call);
    const before = answers();
    await refresh(people);
    await until(() => answers() > before);
    const ready = await fromCache(people.id);
    expect(await ask(1, call)).toEqual(await wire.within(call));
    expect((await wire.within({ url: call.url })).body).toContain('Anew');
    expect(await fromCache(people.id)).toBe(ready + 3);
  },
);

it('answers nothing again that nobody has asked since it was made ready', async () => {
  const people = await makePeople('public');
  const [once, again] = ['_limit=3', '_limit=4'].map((query) => ({ url: `/v1/${people.id}/People?${query}` }));
  await ask(2, once!);
  await ask(3, again!);
  const before = answers();
  await refresh(people);
  await until(() => answers() > before);
  const ready = await fromCache(people.id);
  await ask(1, once!);
  expect(await fromCache(people.id)).toBe(ready);
  await ask(1, again!);
  expect(await fromCache(people.id)).toBe(ready + 1);
});

it('shows each key what that sees', async () => {
  const people = await makePeople('private');
  const keys = await keysOf(server, owner, people.id);
  const calls = [keys['a key'], keys['a key with hidden columns']].map((headers) => ({
    url: `/v1/${people.id}/People?_limit=2`,
    headers,
  }));
  for (const call of calls) await ask(4, call);
  const before = answers();
  await refresh(people);
  await until(() => answers() > before);
  for (const call of calls) expect(await ask(1, call)).toEqual(await wire.within(call));
  const cities = await Promise.all(calls.map(async (call) => (await ask(1, call)).body.includes('Oslo')));
  expect(cities).toEqual([true, false]);
});

it('answers nobody whose key was revoked meanwhile', async () => {
  const people = await makePeople('private');
  const { secret, key } = await makeKey(server, owner, people.id);
  const call = { url: `/v1/${people.id}/People?_limit=5`, headers: bearer(secret) };
  await ask(4, call);
  const before = answers();
  await revoke(server, owner, people.id, key.id);
  await refresh(people);
  await until(() => answers() > before);
  expect((await ask(1, call)).status).toBe(401);
});
