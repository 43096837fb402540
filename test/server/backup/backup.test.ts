import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { GridRowsAnswer } from '../../../src/contract/driveGrid';
import { apiPaths } from '../../../src/contract/paths';
import { backUp, move, restore } from '../../../src/server/backup/backup';
import { readDatabase } from '../../../src/server/backup/databases';
import { openDatabase } from '../../../src/server/database/database';
import { tableNamesIn } from '../../../src/server/database/schema';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { Sqlite } from '../../../src/server/database/sqliteLibrary';
import type { Settings } from '../../../src/server/settings';
import { StartFailure } from '../../../src/server/refusal';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { freshDatabase } from '../../fixtures/databases';
import { turnOn } from '../../fixtures/secondFactors';
import { writable, writableProject } from '../endpoints/write/writing';
import { dumpOf } from './dump';

const silent = () => undefined;

let folder: string;
const test = beforeTests(() => buildTestApp());
const cafes = beforeTests(() => writable(test));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabpoint-backup-'));
  await cafes.call('POST', '', {
    body: [{ Name: 'Ålesund', Note: '“quoted”\n' }, { Name: 'removed' }],
    headers: { 'idempotency-key': 'one' },
  });
  const removed = (await cafes.rows()).find(({ Name }) => Name === 'removed');
  await cafes.call('DELETE', `/${String(removed?._id)}`);
  await turnOn(test, await test.signUp());
  // Otherwise it is stored seconds later, in the middle of a test.
  await test.services.usage.flush(Date.now());
  await test.services.keyring.flush();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Settings of an empty place, on the database that the suites run on. */
async function elsewhere() {
  const { dataDir, databaseUrl, drop } = await freshDatabase();
  const settings: Settings = { ...test.settings, dataDir, databaseUrl };
  const open = async () => {
    const db = await openDatabase(settings);
    const dump = await dumpOf(db);
    const tabs = await db.selectFrom('project_tabs').select(['id', 'rows', 'revision']).execute();
    const log = await db
      .selectFrom('record_log')
      .select(['sequence', 'rows_delta', 'entries'])
      .orderBy('sequence')
      .execute();
    await db.destroy();
    return { dump, tabs, log };
  };
  return { settings, open, drop };
}

const failureOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
};

/** Returns a dump without the revisions and numbers that a restore raises. */
const withoutNumbers = (dump: ReadonlyMap<string, readonly string[]>) =>
  [...dump].map(([table, lines]) => [
    table,
    lines.map((line) => line.replaceAll(/((revision|sequence|shape)",)\d+/g, '$1')).toSorted(),
  ]);

it('restores everything unchanged, once, and only into an empty place', async () => {
  const file = join(folder, 'whole');
  const rows = await backUp(test.settings, file, silent);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const there = await elsewhere();
  expect(await restore(there.settings, file, silent)).toMatchObject({ rows });
  const { dump } = await there.open();
  expect(withoutNumbers(dump)).toEqual(withoutNumbers(await dumpOf(test.db)));
  expect(dump.size).toBeGreaterThan(15);
  expect(dump.get('twoFactor')).toHaveLength(1);
  expect(await failureOf(restore(there.settings, file, silent))).toMatch(/already/);
  expect(await failureOf(backUp(test.settings, file, silent))).toMatch(/already/);
  await there.drop();
});

it('after a restore, no entity tag, cursor or page of the lost writes is valid, and no revision has gone back', async () => {
  const file = join(folder, 'before the lost writes');
  await backUp(test.settings, file, silent);
  await cafes.call('POST', '', { body: { Name: 'lost' } });
  const url = apiPaths.driveTab(cafes.project.sheetId, cafes.sheetId);
  const { headers } = cafes.owner;
  const gridOf = async ({ app }: TestApp) =>
    (await app.inject({ url: `${url}/rows`, headers })).json<GridRowsAnswer>().tab;
  const lostPage = await gridOf(test);
  const lost = await cafes.call('GET', '?_limit=1');
  const { settings, drop } = await elsewhere();
  await restore(settings, file, silent);
  const restored = await buildTestApp({ dataDir: settings.dataDir, databaseUrl: settings.databaseUrl });
  const there = await writableProject(restored, cafes.owner, cafes.project);
  const pageOf = async ({ body }: typeof lost) => {
    const { pathname, search } = new URL(body.meta.next);
    return (await there.call('GET', pathname + search)).status;
  };
  for (const name of ['not lost', 'after it']) {
    const { revision } = lostPage;
    expect((await gridOf(restored)).revision).toBeGreaterThan(revision);
    for (const change of [
      { edits: [{ row: 2, column: 1, value: 'x', before: 'Kaffa' }] },
      { operation: { kind: 'deleteRows', at: 2, count: 1 } },
    ]) {
      const payload = { revision, ...change };
      const answer = await restored.app.inject({ method: 'PATCH', url, headers, payload });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'sheet_changed']);
    }
    expect((await there.call('POST', '', { body: { Name: name } })).status).toBe(201);
    const known = { 'if-none-match': String(lost.headers.etag) };
    const { status, body } = await there.call('GET', '?_limit=1', { headers: known });
    expect(status).toBe(200);
    expect(body.meta.revision).toBeGreaterThan(lost.body.meta.revision);
    expect(await pageOf(lost)).toBe(410);
    expect(await pageOf({ body } as typeof lost)).toBe(200);
    await there.fold();
    there.reload();
    expect((await there.rows()).at(-1)).toMatchObject({ Name: name });
  }
  await there.editSheet({ edits: [{ row: 2, column: 1, value: 'Fuglen' }] });
  await there.editSheet({ operation: { kind: 'insertRows', at: 2, count: 1 } });
  expect((await there.rows())[0]).toMatchObject({ Name: 'Fuglen' });
  await restored.close();
  await drop();
});

it('refuses to restore into the database of a running server, though it is empty', async () => {
  const file = join(folder, 'for a running server');
  await backUp(test.settings, file, silent);
  const running = await buildTestApp();
  expect(await failureOf(restore(running.settings, file, silent))).toMatch(/already|is running on this database/);
  await running.close();
});

it('refuses to restore beside the log of a removed database, which SQLite would apply to the new one', async () => {
  const file = join(folder, 'beside a log');
  await backUp(test.settings, file, silent);
  const dataDir = await mkdtemp(join(folder, 'left-'));
  const log = join(dataDir, `${SQLITE_FILE}-wal`);
  await writeFile(log, 'what was written last');
  const settings: Settings = { ...test.settings, dataDir, databaseUrl: undefined };
  expect(await failureOf(restore(settings, file, silent))).toContain('is missing');
  expect(await readFile(log, 'utf8')).toBe('what was written last');
  await rm(log);
  await restore(settings, file, silent);
});

it('says in a sentence why a file cannot be written', async () => {
  const settings: Settings = { ...test.settings, databaseUrl: undefined };
  const inTheWay = join(folder, 'in the way');
  await writeFile(inTheWay, 'x');
  const file = join(folder, 'fit to restore');
  await backUp(test.settings, file, silent);
  for (const dir of [join(folder, 'none'), inTheWay]) {
    expect(await failureOf(backUp(test.settings, join(dir, 'file'), silent))).toMatch(/was not written \(E[^)]*\)\.$/);
  }
  expect(await failureOf(restore({ ...settings, dataDir: inTheWay }, file, silent))).toMatch(/cannot be read/);
  expect(await failureOf(backUp({ ...settings, dataDir: inTheWay }, `${file} 2`, silent))).toMatch(/cannot be read/);
});

it.each([
  'postgress://me:secret@db/tabpoint',
  'POSTGRES://db/tabpoint',
  'postgres://me:secret@/tabpoint',
  'file:///tmp/tabpoint.db',
  'postgres://h/d?port=99999',
])('moves into no folder that is called like an address: %s', async (to) => {
  const sentence = await failureOf(move(test.settings, to, silent));
  expect(sentence).toMatch(/^Name a folder for the data, or an address that begins with postgres:/);
  expect(sentence).not.toContain('secret');
});

it('reads and inserts few long texts at once', async () => {
  const tab_id = cafes.tabId;
  const key = { tab_id, caller: 'c', request_hash: 'h', answer: 'x'.repeat(1_000_000), created_at: 'now' };
  const keys = Array.from({ length: 20 }, (_, n) => ({ ...key, key: `long ${n}` }));
  await test.db.insertInto('idempotency_keys').values(keys).execute();
  const sizes: number[] = [];
  await readDatabase(test.settings, async (source) => {
    for await (const { rows } of source.rows()) {
      sizes.push(rows.flat().reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0));
    }
  });
  await test.db.deleteFrom('idempotency_keys').where('caller', '=', 'c').execute();
  expect(Math.max(...sizes)).toBeGreaterThan(1_000_000);
  expect(Math.max(...sizes)).toBeLessThan(10_000_000);
});

it('contains exactly one moment of a server that is being written to', async () => {
  const stop = new AbortController();
  const acknowledged: number[] = [];
  const write = async () => {
    for (let n = 0; !stop.signal.aborted; n += 1) {
      expect((await cafes.call('POST', '', { body: { Name: `number ${n}` } })).status).toBe(201);
      acknowledged.push(n);
    }
  };
  const writing = write();
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 2));
  const before = acknowledged.length;
  const file = join(folder, 'busy');
  await backUp(test.settings, file, silent);
  stop.abort();
  await writing;
  const there = await elsewhere();
  await restore(there.settings, file, silent);
  const { tabs, log } = await there.open();
  const written =
    log
      .map(({ entries }) => entries)
      .join('')
      .match(/number \d+/g) ?? [];
  // Everything acknowledged before, without a gap, and the other rows are of the same moment.
  expect(written).toEqual(written.map((_, n) => `number ${n}`));
  expect(written.length).toBeGreaterThanOrEqual(before);
  expect(written.length).toBeLessThan(acknowledged.length + 1);
  const delta = log.reduce((sum, { rows_delta }) => sum + rows_delta, 0);
  expect(tabs.find(({ id }) => id === cafes.tabId)?.rows).toBe(3 + delta);
  await there.drop();
});

/** Changes the bytes of a file. */
const rewrite = async (file: string, change: (bytes: Buffer) => Buffer) =>
  writeFile(file, change(await readFile(file)));

/** Runs a statement on a backup, which is a database of SQLite. */
async function alter(file: string, statement: string) {
  const sqlite = new Sqlite(file);
  sqlite.exec(statement);
  sqlite.close();
}

it.each<[string, (file: string) => Promise<void>]>([
  ['cut off', (file) => rewrite(file, (bytes) => bytes.subarray(0, bytes.length - 200))],
  [
    'changed',
    (file) => rewrite(file, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('quoted', 'quoteD'), 'latin1')),
  ],
  ['no backup', (file) => rewrite(file, () => Buffer.from('rows and columns'))],
  ['without a table', (file) => alter(file, 'drop table record_log')],
])('refuses a file that is %s, and restores nothing', async (_what, damage) => {
  const file = join(folder, 'damaged');
  await rm(file, { force: true });
  await backUp(test.settings, file, silent);
  await damage(file);
  const there = await elsewhere();
  expect(await failureOf(restore(there.settings, file, silent))).toMatch(/no whole backup/);
  await there.drop();
});

it('of two concurrent backups to one file, one is created, complete', async () => {
  const file = join(folder, 'twice');
  const ends = await Promise.allSettled([backUp(test.settings, file, silent), backUp(test.settings, file, silent)]);
  const [refused, ...others] = ends.filter(({ status }) => status === 'rejected');
  expect(others).toEqual([]);
  expect(refused).toMatchObject({ reason: { message: expect.stringMatching(/twice(\.part)? is there already/) } });
  const there = await elsewhere();
  await restore(there.settings, file, silent);
  await there.drop();
});

it('keeps a folder that existed before', async () => {
  const file = join(folder, 'beside a folder');
  await mkdir(`${file}.part`);
  await writeFile(join(`${file}.part`, 'letter'), 'mine');
  expect(await failureOf(backUp(test.settings, file, silent))).toMatch(/is there already/);
  expect(await readFile(join(`${file}.part`, 'letter'), 'utf8')).toBe('mine');
});

it('refuses a database and a backup of another version, and changes nothing', async () => {
  const file = join(folder, 'another version');
  await backUp(test.settings, file, silent);
  const there = await elsewhere();
  await restore(there.settings, file, silent);
  const db = await openDatabase(there.settings);
  await sql`update schema_version set version = 9999`.execute(db);
  await db.destroy();
  const none = join(folder, 'none');
  expect(await failureOf(backUp(there.settings, none, silent))).toMatch(/newer version of Tabpoint/);
  expect(existsSync(none)).toBe(false);
  await there.drop();
  await alter(file, 'update schema_version set version = 9999');
  const empty = await elsewhere();
  expect(await failureOf(restore(empty.settings, file, silent))).toMatch(
    /another version of Tabpoint \(its schema has version 9999/,
  );
  const untouched = await openDatabase(empty.settings);
  expect(await tableNamesIn(untouched)).toEqual([]);
  await untouched.destroy();
  await empty.drop();
});
