import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { authPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { buildNodes, type Nodes } from '../../fixtures/nodes';
import { newAddress, ORIGIN } from '../../fixtures/people';
import { writable } from '../endpoints/write/writing';

let both: Nodes;
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  both = await buildNodes(2);
  [one, other] = both.nodes as [TestApp, TestApp];
});
afterAll(() => both.close());

const guess = ({ app }: TestApp) =>
  app.inject({
    method: 'POST',
    url: authPaths.signInEmail,
    headers: { origin: ORIGIN },
    remoteAddress: newAddress(),
    payload: { email: 'Guessed@tabpoint.example', password: 'wrong horse battery' },
  });

const windows = () => one.db.updateTable('call_windows').where('name', 'like', 'guess %');

it('counts guesses at the password of one account on all servers together, for an hour', async () => {
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

it('ignores notifications that it does not understand', async () => {
  const cafes = await writable(one);
  const headers = { authorization: `Bearer ${cafes.key}` };
  const isThere = async () => (await other.app.inject({ url: cafes.base, headers })).body.includes('After all');
  await isThere();
  await sql`select pg_notify('tabpoint_calls', 'no JSON'), pg_notify('tabpoint_news', 'weather fine')`.execute(one.db);
  await cafes.call('POST', '', { body: { Name: 'After all' } });
  while (!(await isThere())) await turn();
});
