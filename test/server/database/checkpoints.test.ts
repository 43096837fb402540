import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Pages in the log that are not in the file yet. */
function pages(): number {
  const [told] = sqlite().pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
  return (told?.log ?? 0) - (told?.checkpointed ?? 0);
}

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
