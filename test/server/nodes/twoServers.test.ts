import { sql } from 'kysely';
import { Client } from 'pg';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import { openDatabase } from '../../../src/server/database/database';
import { createListenerState, PgListener } from '../../../src/server/database/notifications';
import { ensureSchema, requireSchema } from '../../../src/server/database/schema';
import { Directory } from '../../../src/server/endpoints/directory';
import type { TestApp } from '../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { stopLooking } from '../../fixtures/clocks';
import { freshDatabase } from '../../fixtures/databases';
import { eventually, until } from '../../fixtures/eventually';
import { buildNodes, heardAll } from '../../fixtures/nodes';
import { newAddress, ORIGIN } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

let one: TestApp;
let other: TestApp;
const both = beforeTests(() => buildNodes(2));
beforeAll(async () => {
  [one, other] = both.nodes as [TestApp, TestApp];
});
const cafes = beforeEachTest(() => writable(one));

/** Reads the same address on the other server. */
async function there(path = '', key = cafes.key, server = other) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.app.inject({ url: cafes.base + path, headers, remoteAddress: newAddress() });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: answer.json<{ data: Record<string, unknown>[] }>(),
  };
}

const namesThere = async () => (await there()).body.data.map(({ Name }) => Name);

/** Loads the rows on the other server, and stops its own checks for changes. */
const warm = async () => {
  stopLooking();
  jest.spyOn(other.services.keyring, 'refresh').mockResolvedValue();
  expect((await there()).status).toBe(200);
};

it('gets the writes of another server without reading the whole sheet again', async () => {
  await warm();
  const reads = jest.spyOn(other.db, 'selectFrom');
  const { body } = await cafes.call('POST', '', { body: { Name: 'Supreme', City: 'Oslo' } });
  await eventually(namesThere, (names) => names.includes('Supreme'));
  await cafes.call('PATCH', `/${body.data._id}`, { body: { Name: 'Supreme Roastworks' } });
  await eventually(namesThere, (names) => names.includes('Supreme Roastworks'));
  await cafes.call('DELETE', `/${body.data._id}`);
  await eventually(namesThere, (names) => names.length === 3);
  expect(reads.mock.calls.flat()).not.toContain('blob_chunks');
  expect((await there()).headers.etag).toBe((await cafes.call('GET')).headers.etag);
});

it('gets changes of settings and addresses, and deletions of projects', async () => {
  stopLooking();
  await cafes.update({ access: 'public' });
  const withoutKey = () =>
    other.app.inject({ url: cafes.base, remoteAddress: newAddress() }).then(({ statusCode }) => statusCode);
  expect(await withoutKey()).toBe(200);
  await cafes.update({ access: 'private' });
  await eventually(withoutKey, (status) => status === 401);
  const url = apiPaths.project(cafes.project.id);
  await one.app.inject({ method: 'DELETE', url, headers: cafes.owner.headers });
  await eventually(
    () => there(),
    ({ status }) => status === 404,
  );
});

it('gets new and revoked keys of another server at once', async () => {
  await warm();
  const secret = await cafes.makeKey(['read']);
  await eventually(
    () => there('', secret),
    ({ status }) => status === 200,
  );
  const keys = apiPaths.projectKeys(cafes.project.id);
  const { keys: made } = (await one.app.inject({ url: keys, headers: cafes.owner.headers })).json<{
    keys: { id: string }[];
  }>();
  for (const { id } of made)
    await one.app.inject({ method: 'DELETE', url: `${keys}/${id}`, headers: cafes.owner.headers });
  await eventually(
    () => there('', secret),
    ({ status }) => status === 401,
  );
  await eventually(
    () => there(),
    ({ status }) => status === 401,
  );
});

it('both servers write at the same time: every revision is unique, and both have every row', async () => {
  await warm();
  const headers = { authorization: `Bearer ${cafes.key}`, 'content-type': 'application/json' };
  const write = async (server: TestApp, Name: string) => {
    const payload = JSON.stringify({ Name });
    const answer = await server.app.inject({ method: 'POST', url: cafes.base, headers, payload });
    expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
    return Number(answer.headers['x-tabpoint-revision']);
  };
  const names = Array.from({ length: 60 }, (_, n) => `writer ${n}`);
  const revisions = await Promise.all(names.map((name, n) => write(n % 2 === 0 ? one : other, name)));
  expect(new Set(revisions).size).toBe(names.length);
  const everyName = (seen: unknown[]) => names.every((name) => seen.includes(name));
  await eventually(namesThere, everyName);
  const here = await eventually(cafes.rows, (rows) => everyName(rows.map(({ Name }) => Name)));
  expect(here.map(({ Name }) => Name)).toEqual((await there('?_limit=1000')).body.data.map(({ Name }) => Name));
  expect(new Set(here.map(({ _id }) => _id)).size).toBe(63);
});

it('a repeated request has the same response on every server', async () => {
  const headers = {
    authorization: `Bearer ${cafes.key}`,
    'content-type': 'application/json',
    'idempotency-key': 'a key',
  };
  const payload = JSON.stringify({ Name: 'Once' });
  const send = ({ app }: TestApp) => app.inject({ method: 'POST', url: cafes.base, headers, payload });
  const answers = await Promise.all([send(one), send(other), send(one), send(other)]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const isOnce = ({ Name }: { readonly Name?: unknown }) => Name === 'Once';
  const rows = await eventually(cafes.rows, (seen) => seen.some(isOnce));
  expect(rows.filter(isOnce)).toHaveLength(1);
});

it('ignores notifications that it does not understand', async () => {
  await warm();
  await sql`select pg_notify('tabpoint_calls', 'no JSON'), pg_notify('tabpoint_news', 'weather fine')`.execute(one.db);
  await cafes.call('POST', '', { body: { Name: 'After all' } });
  await eventually(namesThere, (names) => names.includes('After all'));
});

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
  jest.spyOn(performance, 'now').mockImplementation(() => time);
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
});

it('polls while notifications are interrupted, and subscribes again by itself', async () => {
  expect((await there()).status).toBe(200);
  const { databaseUrl = '' } = one.settings;
  const database = new URL(databaseUrl).pathname.slice(1);
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'tabpoint notifications' and datname = ${database}`.execute(one.db);
  await cut();
  await eventually(
    async () => other.services.listenerState.since,
    (since) => since === Infinity,
  );
  await cafes.call('POST', '', { body: { Name: 'Unheard of' } });
  await eventually(namesThere, (names) => names.includes('Unheard of'));
  await eventually(
    async () => other.services.listenerState.since,
    (since) => since < Infinity,
  );
  await warm();
  await cafes.call('POST', '', { body: { Name: 'Heard of' } });
  await eventually(namesThere, (names) => names.includes('Heard of'));
});

it('sends notifications one after the other, as a client runs one query at a time', async () => {
  const client = Client.prototype as { query: (...call: unknown[]) => Promise<unknown> };
  const query = client.query;
  const running = new Map<unknown, number>();
  let most = 0;
  jest.spyOn(client, 'query').mockImplementation(function (this: unknown, ...call) {
    const count = (running.get(this) ?? 0) + 1;
    running.set(this, count);
    most = Math.max(most, count);
    return query.apply(this, call).finally(() => running.set(this, count - 1));
  });
  const received: string[] = [];
  const listener = new PgListener({
    databaseUrl: one.settings.databaseUrl!,
    channels: ['several'],
    listenerState: createListenerState(),
    receive: (_channel, payload) => received.push(payload),
    connected: () => undefined,
    report: (error) => {
      throw error;
    },
  });
  await listener.start();
  await Promise.all(['one', 'two', 'three'].map((payload) => listener.notify('several', [payload])));
  await until(() => received.length === 3);
  await listener.close();
  expect({ received, most }).toEqual({ received: ['one', 'two', 'three'], most: 1 });
});

it('counts checks of one person on all servers together', async () => {
  const { headers } = cafes.owner;
  const check = ({ app }: TestApp) =>
    app.inject({ method: 'POST', url: apiPaths.projectsCheck, headers, payload: { sheetId: cafes.project.sheetId } });
  const statuses: number[] = [];
  for (let n = 0; n < 32; n += 1) statuses.push((await check(n % 2 === 0 ? one : other)).statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([429, 429]);
});

it('counts guesses at the password of one account on all servers together, for an hour', async () => {
  const guess = ({ app }: TestApp) =>
    app.inject({
      method: 'POST',
      url: authPaths.signInEmail,
      headers: { origin: ORIGIN },
      remoteAddress: newAddress(),
      payload: { email: 'Guessed@tabpoint.example', password: 'wrong horse battery' },
    });
  const windows = () => one.db.updateTable('call_windows').where('name', 'like', 'guess %');
  expect((await guess(one)).statusCode).toBe(401);
  await windows().set({ calls: 49 }).execute();
  expect((await guess(other)).statusCode).toBe(401);
  const stopped = await Promise.all([guess(one), guess(other)]);
  expect(stopped.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [429, 'TOO_MANY_GUESSES'],
    [429, 'TOO_MANY_GUESSES'],
  ]);
  await windows()
    .set((eb) => ({ began_at: eb('began_at', '-', 60 * 60_000) }))
    .execute();
  expect((await guess(one)).statusCode).toBe(401);
});

it('creates the tables once, however many servers start on an empty database at the same time', async () => {
  const place = await freshDatabase();
  const servers = await Promise.all(Array.from({ length: 5 }, () => openDatabase(place)));
  await Promise.all(servers.map((db) => ensureSchema(db)));
  for (const db of servers) await requireSchema(db);
  await Promise.all(servers.map((db) => db.destroy()));
  await place.drop();
});
