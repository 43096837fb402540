import { sql } from 'kysely';
import { apiPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { madeWorkbook } from '../../fixtures/driveFiles';
import { eventually } from '../../fixtures/eventually';
import { makeStoppable, sessionsThatWait, stopHalfway } from '../../fixtures/halfway';
import { buildNodes } from '../../fixtures/nodes';
import { newAddress } from '../../fixtures/people';
import { writable, type Writable } from '../endpoints/write/writing';

/* Transactions of two servers that meet: the first one is paused after it has changed the tabs of endpoints. */
let one: TestApp;
let other: TestApp;
const both = beforeTests(() => buildNodes(2));
beforeAll(async () => {
  [one, other] = both.nodes as [TestApp, TestApp];
  await makeStoppable(one.db);
});

const untilWaiting = (holds: (sessions: number) => boolean) => eventually(() => sessionsThatWait(one.db), holds);

/** Writes a row on a server. */
const write = ({ app }: TestApp, { base, key }: Writable, payload: object) =>
  app.inject({
    ...{ method: 'POST', url: base, payload, remoteAddress: newAddress() },
    headers: { authorization: `Bearer ${key}` },
  });

const ask = (method: 'DELETE' | 'POST', { owner }: Writable, url: string, payload?: object) =>
  one.app.inject({ method, url, headers: owner.headers, payload });

describe('a log is folded while', () => {
  let cafes: Writable;
  beforeEach(async () => {
    cafes = await writable(one);
  });

  const writeThere = async (Name: string) => (await write(other, cafes, { Name })).statusCode;
  const folded = () => cafes.fold().then(() => 'folded');

  const namesOn = async ({ app }: TestApp) => {
    const headers = { authorization: `Bearer ${cafes.key}` };
    const answer = await app.inject({ url: cafes.base, headers, remoteAddress: newAddress() });
    return answer.json<{ data: { Name: string }[] }>().data.map(({ Name }) => Name);
  };

  /** Reads the entries of the log that are not folded yet. */
  const unfolded = async () => {
    const { rows } = await sql`select 1 from record_log log join project_tabs tab on tab.id = log.tab_id
      where tab.id = ${cafes.tabId} and log.sequence > tab.snapshot_sequence`.execute(one.db);
    return rows.length;
  };

  it.each([
    ['a write on another server is under way', () => writeThere('meanwhile'), folded],
    ['it is published, and another server writes', folded, () => writeThere('meanwhile')],
  ] as const)('%s: neither deadlocks or is refused', async (_when, first, second) => {
    expect(await writeThere('before')).toBe(201);
    const names = ['Kaffa', 'Bønne', 'Prufrock', 'before'];
    for (const server of both.nodes)
      await eventually(
        () => namesOn(server),
        (seen) => seen.length === names.length,
      );
    const { goOn } = await stopHalfway(one.db);
    const beginning = first();
    await untilWaiting((sessions) => sessions === 1);
    const following = second();
    await untilWaiting((sessions) => sessions === 2);
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
});

it('concurrent writes of two servers are done one after the other when their project gets a new address', async () => {
  const cafes = await writable(one);
  for (const node of both.nodes) expect((await write(node, cafes, { Name: 'before' })).statusCode).toBe(201);
  const moving = await stopHalfway(one.db);
  const moved = ask('POST', cafes, apiPaths.projectNewAddress(cafes.project.id));
  await untilWaiting((sessions) => sessions === 1);
  const writes = both.nodes.map((node, at) => write(node, cafes, { Name: `meanwhile ${at}` }));
  await untilWaiting((sessions) => sessions === 3);
  const writing = stopHalfway(one.db);
  await untilWaiting((sessions) => sessions === 4);
  await moving.goOn();
  expect((await moved).statusCode).toBe(200);
  await untilWaiting((sessions) => sessions === 2);
  await (await writing).goOn();
  const answers = await Promise.all(writes);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  const revisions = answers.map((answer) => Number(answer.headers['x-tabpoint-revision']));
  expect(revisions.toSorted()).toEqual([4, 5]);
});

it('a sheet that is deleted while another server writes to its endpoint comes back with the write', async () => {
  const file = madeWorkbook([
    { title: 'beans', sheetId: 3, cells: [['name'], ['Kaffa']] },
    { title: 'orders', sheetId: 5, cells: [['order'], ['00501']] },
  ]);
  const beans = await writable(one, file);
  const { sheetId } = beans.project;
  expect((await beans.call('POST', '', { body: { name: 'before' } })).status).toBe(201);
  const { goOn } = await stopHalfway(one.db);
  const writing = write(other, beans, { name: 'meanwhile' });
  await untilWaiting((sessions) => sessions >= 1);
  const deleting = ask('DELETE', beans, apiPaths.driveTab(sheetId, 3));
  // Or more: background work may wait too.
  await untilWaiting((sessions) => sessions >= 2);
  await goOn();
  expect([(await writing).statusCode, (await deleting).statusCode]).toEqual([201, 200]);
  const { removed } = (await deleting).json<{ removed: string }>();
  expect((await ask('POST', beans, apiPaths.driveTabs(sheetId), { restore: removed })).statusCode).toBe(201);
  expect((await beans.rows()).map(({ name }) => name)).toEqual(['Kaffa', 'before', 'meanwhile']);
});
