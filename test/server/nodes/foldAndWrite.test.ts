import { sql } from 'kysely';
import type { TestApp } from '../../fixtures/apps';
import { eventually } from '../../fixtures/eventually';
import { makeStoppable, sessionsThatWait, stopHalfway } from '../../fixtures/halfway';
import { buildNodes, type Nodes } from '../../fixtures/nodes';
import { newAddress } from '../../fixtures/people';
import { writable, type Writable } from '../endpoints/write/writing';

let both: Nodes;
let one: TestApp;
let other: TestApp;
let cafes: Writable;
beforeAll(async () => {
  both = await buildNodes(2);
  [one, other] = both.nodes as [TestApp, TestApp];
  await makeStoppable(one.db);
});
beforeEach(async () => {
  cafes = await writable(one);
});
afterAll(() => both.close());

const waiting = () => sessionsThatWait(one.db);

/** A row that the other server writes. */
const writeThere = async (Name: string) => {
  const answer = await other.app.inject({
    ...{ method: 'POST', url: cafes.base, payload: { Name }, remoteAddress: newAddress() },
    headers: { authorization: `Bearer ${cafes.key}` },
  });
  return answer.statusCode;
};

const namesOn = async ({ app }: TestApp) => {
  const headers = { authorization: `Bearer ${cafes.key}` };
  const answer = await app.inject({ url: cafes.base, headers, remoteAddress: newAddress() });
  return answer.json<{ data: { Name: string }[] }>().data.map(({ Name }) => Name);
};

const folded = () => cafes.fold().then(() => 'folded');

/** Reads the entries of the log that are not folded yet. */
const unfolded = async () => {
  const { rows } = await sql`select 1 from record_log log join project_tabs tab on tab.id = log.tab_id
    where tab.id = ${cafes.tabId} and log.sequence > tab.snapshot_sequence`.execute(one.db);
  return rows.length;
};

const orders = [
  ['a write on another server is under way', () => writeThere('meanwhile'), folded],
  ['it is published, and another server writes', folded, () => writeThere('meanwhile')],
] as const;

it.each(orders)('a log is folded while %s: neither deadlocks or is refused', async (_when, first, second) => {
  expect(await writeThere('before')).toBe(201);
  const names = ['Kaffa', 'Bønne', 'Prufrock', 'before'];
  for (const server of both.nodes)
    await eventually(
      () => namesOn(server),
      (seen) => seen.length === names.length,
    );
  const { goOn } = await stopHalfway(one.db);
  const beginning = first();
  await eventually(waiting, (sessions) => sessions === 1);
  const following = second();
  await eventually(waiting, (sessions) => sessions === 2);
  await goOn();
  expect(new Set(await Promise.all([beginning, following]))).toEqual(new Set(['folded', 201]));
  expect(await unfolded()).toBe(1);
  for (const server of both.nodes) {
    const seen = await eventually(
      () => namesOn(server),
      (all) => all.includes('meanwhile'),
    );
    expect(seen).toEqual([...names, 'meanwhile']);
  }
  await cafes.fold();
  cafes.reload();
  expect([await unfolded(), await namesOn(one)]).toEqual([0, [...names, 'meanwhile']]);
});
