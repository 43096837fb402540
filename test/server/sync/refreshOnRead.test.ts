import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../../src/server/database/schema';
import type { ProjectsTable } from '../../../src/server/database/tables/projects';
import { createEvents, type ProjectBeingRead } from '../../../src/server/database/events';
import { recordChange } from '../../../src/server/google/push';
import { Refusal } from '../../../src/server/refusal';
import { insertProject } from '../../../src/server/sync/syncRepository';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { until } from '../../fixtures/eventually';
import { createGate } from '../../fixtures/gates';
import { projectRow } from '../../fixtures/projectRows';
import { refreshOnRead } from '../../../src/server/sync/refreshOnRead';

let db: Kysely<Database>;
/** Events that the app does not receive: it would start refreshes itself. */
const events = createEvents();
let ownerId: string;
const test = beforeTests(() => buildTestApp());
beforeAll(async () => {
  db = test.db;
  ownerId = (await test.signUp()).person.id;
});

const MINUTE = 60_000;
const NOON = Date.parse('2026-03-04T12:00:00Z');

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function addProject(rest: Partial<ProjectsTable> = {}, trx: Kysely<Database> = db): Promise<ProjectsTable> {
  const synced_at = new Date(NOON).toISOString();
  const project = projectRow(ownerId, { access: 'public', synced_at, created_at: synced_at, ...rest });
  await insertProject(trx, project);
  return project;
}

const store = (project: ProjectsTable, change: Partial<ProjectsTable>) =>
  db.updateTable('projects').set(change).where('id', '=', project.id).execute();

type Outcome = () => Promise<ProjectsTable>;

const noChannels = { ensureOpen: async () => undefined };

/** Starts refreshes with a clock and outcomes that the test controls. */
function setUp(project: ProjectsTable, chance = 0.5, on = db) {
  const clock = { now: NOON };
  const parts = { db: on, events, now: () => clock.now, chance: () => chance };
  const syncs: string[] = [];
  const reported: unknown[] = [];
  let outcome: Outcome = async () => project;
  const serverOf = () => {
    const refresh = (_owner: unknown, sheetId: string) => {
      syncs.push(sheetId);
      return outcome();
    };
    const report = (error: unknown) => void reported.push(error);
    const end = refreshOnRead({ ...parts, syncs: { refresh }, channels: noChannels, pollMs: 5, report });
    ends.push(end);
    return end;
  };
  let end = serverOf();
  return {
    clock,
    syncs,
    reported,
    /** Starts another server on the same database. */
    another: serverOf,
    becomes: (next: Outcome) => void (outcome = next),
    /** Reads the project as it is stored by then; resolves after the refresh that this starts. */
    async read(stored: Partial<ProjectBeingRead> = {}) {
      events.projectRead.emit({ ...project, ...stored });
      await end();
      end = serverOf();
    },
  };
}

const fails = (refusal: unknown) => () => Promise.reject(refusal instanceof Error ? refusal : new Error());
const isPrivate = new Refusal('source_private', 'This spreadsheet is private.');

it('refreshes a project that is read after its interval, and not before', async () => {
  const project = await addProject();
  const { clock, syncs, read } = setUp(project);
  await read();
  clock.now += MINUTE - 1;
  await read();
  expect(syncs).toEqual([]);
  clock.now += 1;
  await read();
  expect(syncs).toEqual([project.sheet_id]);
});

it('refreshes once in an interval, for any number of reads', async () => {
  const project = await addProject();
  const { clock, syncs, read } = setUp(project);
  clock.now += MINUTE;
  for (let n = 0; n < 5; n += 1) await read();
  expect(syncs).toHaveLength(1);
  clock.now += MINUTE;
  await read();
  expect(syncs).toHaveLength(2);
});

it('refreshes once on all servers together', async () => {
  const project = await addProject();
  const { clock, syncs, another, read } = setUp(project);
  const others = [another(), another()];
  clock.now += MINUTE;
  await read();
  for (const stop of others) await stop();
  expect(syncs).toHaveLength(1);
});

it('runs one refresh at a time, and starts another if a server has died during one', async () => {
  const project = await addProject();
  const [begun, gate] = [createGate(), createGate()];
  const { clock, syncs, becomes, read, another } = setUp(project);
  becomes(async () => {
    begun.open();
    await gate.opened;
    return project;
  });
  const readElsewhere = async () => {
    const stop = another();
    events.projectRead.emit(project);
    await stop();
  };
  clock.now += MINUTE;
  const first = read();
  await begun.opened;
  becomes(async () => project);
  await readElsewhere();
  clock.now += MINUTE;
  await readElsewhere();
  expect(syncs).toHaveLength(1);
  clock.now += 3 * MINUTE;
  await readElsewhere();
  expect(syncs).toHaveLength(2);
  gate.open();
  await first;
});

it.each([
  ['a paused project', { paused: 1 }],
  ['a project that is being synced', { status: 'syncing' as const }],
  ['a project of the drive', { sheet_id: `tpd_${'a'.repeat(24)}` }],
  ['a project that was never synced', { synced_at: null }],
])('does not refresh %s', async (_what, stored) => {
  const project = await addProject();
  const { clock, syncs, read } = setUp(project);
  clock.now += 60 * MINUTE;
  await read(stored);
  expect(syncs).toEqual([]);
});

it('backs off after each failure, and resets after a success', async () => {
  const project = await addProject();
  const { clock, syncs, becomes, read } = setUp(project);
  becomes(fails(isPrivate));
  const tried: number[] = [];
  for (let minute = 1; minute <= 16; minute += 1) {
    clock.now += MINUTE;
    await read({ status: 'needsAccess' });
    if (syncs.length > tried.length) tried.push(minute);
  }
  expect(tried).toEqual([1, 2, 4, 8, 16]);
  becomes(async () => project);
  clock.now += 15 * MINUTE;
  await read({ status: 'needsAccess' });
  clock.now += MINUTE;
  await read();
  expect(syncs).toHaveLength(7);
});

it('reads the database only, for any number of reads, while it backs off', async () => {
  const project = await addProject();
  const asked: string[] = [];
  const watched = db.withPlugin({
    transformQuery({ node }) {
      asked.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { clock, syncs, becomes, read } = setUp(project, 0.5, watched);
  becomes(fails(isPrivate));
  clock.now += MINUTE;
  await read({ status: 'needsAccess' });
  asked.length = 0;
  for (let readers = 0; readers < 3; readers += 1) await read({ status: 'needsAccess' });
  expect(syncs).toHaveLength(1);
  expect(asked).toEqual(['SelectQueryNode', 'SelectQueryNode', 'SelectQueryNode']);
});

it('resets the backoff when a person has synced the project meanwhile', async () => {
  const project = await addProject();
  const { clock, syncs, becomes, read } = setUp(project);
  becomes(fails(isPrivate));
  clock.now += MINUTE;
  await read();
  clock.now += MINUTE;
  await read({ status: 'stale' });
  await read({ status: 'stale' });
  expect(syncs).toHaveLength(2);
  await read({ status: 'live' });
  expect(syncs).toHaveLength(3);
});

it('waits for the time of Retry-After', async () => {
  const project = await addProject();
  const { clock, syncs, becomes, read } = setUp(project);
  const extras = { headers: { 'Retry-After': '600' } };
  becomes(fails(new Refusal('source_unavailable', 'The request limit of Google is reached.', extras)));
  clock.now += MINUTE;
  await read();
  clock.now += 10 * MINUTE - 1;
  await read({ status: 'stale' });
  expect(syncs).toHaveLength(1);
  clock.now += 1;
  await read({ status: 'stale' });
  expect(syncs).toHaveLength(2);
});

it('retries soon if the server was only busy', async () => {
  const project = await addProject();
  const { clock, syncs, becomes, read, reported } = setUp(project);
  becomes(fails(new Refusal('busy', 'Too many spreadsheets are being read.')));
  clock.now += MINUTE;
  await read();
  await read();
  clock.now += MINUTE / 2;
  await read();
  expect(syncs).toHaveLength(2);
  expect(reported).toEqual([]);
});

it.each([
  [0, 22_500],
  [1, 37_500],
])('randomizes the retry (%d), so that not all come at once: after %d ms', async (chance, pause) => {
  const project = await addProject();
  const { clock, syncs, becomes, read } = setUp(project, chance);
  becomes(fails(new Refusal('busy', 'Too many spreadsheets are being read.')));
  clock.now += MINUTE;
  await read();
  clock.now += pause - 1;
  await read();
  expect(syncs).toHaveLength(1);
  clock.now += 1;
  await read();
  expect(syncs).toHaveLength(2);
});

it('reports unexpected errors', async () => {
  const project = await addProject();
  const { clock, becomes, read, reported } = setUp(project);
  const broken = new Error('broken');
  becomes(fails(broken));
  clock.now += MINUTE;
  await read();
  expect(reported).toEqual([broken]);
});

it('reports once in each outage that the database is away', async () => {
  let polls = 0;
  let isAway = true;
  const unreliable = db.withPlugin({
    transformQuery({ node }) {
      polls += 1;
      if (isAway) throw new Error('The database is away.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { reported } = setUp(await addProject(), 0.5, unreliable);
  const poll = (count: number) => {
    const before = polls;
    return until(() => polls >= before + count);
  };
  await poll(4);
  expect(reported).toHaveLength(1);
  isAway = false;
  await poll(4);
  isAway = true;
  await poll(4);
  expect(reported).toHaveLength(2);
});

describe('a change that Google reports', () => {
  it('while the sheet is being read is read after the interval', async () => {
    const project = await addProject();
    const { clock, syncs, becomes } = setUp(project);
    const [begun, gate] = [createGate(), createGate()];
    becomes(async () => {
      begun.open();
      await gate.opened;
      await store(project, { synced_at: new Date(clock.now).toISOString() });
      return project;
    });
    clock.now += MINUTE - 1;
    await recordChange(db, project.sheet_id, clock.now);
    clock.now += 1;
    await begun.opened;
    clock.now += 1;
    await recordChange(db, project.sheet_id, clock.now);
    gate.open();
    const refresh = db.selectFrom('google_refreshes').selectAll().where('project_id', '=', project.id);
    await until(async () => Number((await refresh.executeTakeFirst())?.next_at) === clock.now + MINUTE);
    expect(syncs).toHaveLength(1);
    clock.now += MINUTE;
    await until(() => syncs.length === 2);
    await until(async () => (await refresh.executeTakeFirst())?.changed_at === null);
  });

  it('while a sync is running is read after it', async () => {
    const project = await addProject({ status: 'syncing' });
    const { clock, syncs } = setUp(project);
    clock.now += MINUTE;
    await recordChange(db, project.sheet_id, clock.now);
    await sleep(100);
    expect(syncs).toEqual([]);
    await store(project, { status: 'live' });
    await until(() => syncs.length === 1);
  });
});
