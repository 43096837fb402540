import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { type Checkpoints, startCheckpoints } from '../../../src/server/database/checkpoints';
import type { Database } from '../../../src/server/database/schema';
import { openSqlite, sqliteOf } from '../../../src/server/database/sqlite';
import { checkpointerPath } from '../../fixtures/workerPath';

let dataDir: string;
let db: Kysely<Database>;
let checkpoints: Checkpoints | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-checkpoints-'));
  db = openSqlite(dataDir);
});
afterEach(async () => {
  await checkpoints?.close();
  checkpoints = undefined;
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const sqlite = () => {
  const found = sqliteOf(db);
  if (found === undefined) throw new Error('This is no SQLite.');
  return found;
};

/** Writes twenty MiB. */
function fill() {
  sqlite().exec('create table filler (bytes blob not null)');
  const insert = sqlite().prepare('insert into filler values (?)');
  for (let n = 0; n < 40; n += 1) insert.run(Buffer.alloc(512 * 1024, n));
}

/** Pages in the log, and those of them that are in the file already. */
function log() {
  const [told] = sqlite().pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return told ?? { log: 0, checkpointed: 0 };
}

/** Pages in the log that are not in the file yet. */
const pages = () => log().log - log().checkpointed;

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
};

test('what was committed gets into the file without a commit doing it', async () => {
  checkpoints = startCheckpoints(db, checkpointerPath, (error) => {
    throw error;
  });
  fill();
  expect(pages()).toBeGreaterThan(4_096);
  await until(() => pages() === 0);
  expect(sqlite().prepare('select count(*) from filler').pluck().get()).toBe(40);
});

test('the log is written from its beginning again although there is never a moment without something new in it', async () => {
  checkpoints = startCheckpoints(db, checkpointerPath, (error) => {
    throw error;
  });
  fill();
  const longest = log().log;
  const insert = sqlite().prepare('insert into filler values (?)');
  await until(() => {
    insert.run(Buffer.alloc(100));
    return log().log < longest;
  });
  expect(log().log).toBeLessThan(100);
  // As nobody else has moved anything, a commit would have had to move all of it.
  expect(statSync(`${sqlite().name}-wal`).size).toBeLessThan(32 * 1024 * 1024);
  expect(sqlite().prepare('select count(*) from filler').pluck().get()).toBeGreaterThan(40);
});

test('a reader who keeps the log from being emptied is not hurried, and it is emptied after', async () => {
  checkpoints = startCheckpoints(db, checkpointerPath, (error) => {
    throw error;
  });
  const reader = new BetterSqlite3(sqlite().name, { readonly: true });
  reader.exec('begin; select count(*) from sqlite_schema');
  fill();
  const moves = jest.spyOn(Worker.prototype, 'postMessage');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(pages()).toBeGreaterThan(4_096);
  expect(moves.mock.calls.length).toBeLessThanOrEqual(3);
  moves.mockRestore();
  reader.close();
  await until(() => pages() === 0);
});

test('a thread that cannot run is told of, and commits do it themselves again', async () => {
  const told: unknown[] = [];
  checkpoints = startCheckpoints(db, join(dataDir, 'nothing.js'), (error) => told.push(error));
  fill();
  await until(() => told.length > 0);
  expect(String(told[0])).toMatch(/nothing\.js/);
  expect(sqlite().pragma('wal_autocheckpoint', { simple: true })).toBe(1_000);
});

test('closing ends the thread, and what is left is in the file afterwards', async () => {
  checkpoints = startCheckpoints(db, checkpointerPath, () => undefined);
  fill();
  await checkpoints.close();
  await db.destroy();
  db = openSqlite(dataDir);
  expect(sqlite().prepare('select count(*) from filler').pluck().get()).toBe(40);
});
