import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { flushLog } from '../../../src/server/database/flushLog';
import { LogNotFlushed } from '../../../src/server/database/logFlush';
import { notWaiting } from '../../../src/server/database/notWaiting';
import type { Database } from '../../../src/server/database/schema';
import { durableOf, openSqlite } from '../../../src/server/database/sqlite';

type Told = Parameters<typeof fs.fdatasync>[1];

let dataDir: string;
let db: Kysely<Database>;
/** What the disk has been told to keep, and has not answered yet. */
let asked: Told[];

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tabpoint-flush-'));
  db = openSqlite(dataDir);
  await sql`create table notes (text text not null)`.execute(db);
  asked = [];
  jest.spyOn(fs, 'fdatasync').mockImplementation((_file, told) => void asked.push(told));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await db.destroy();
  rmSync(dataDir, { recursive: true });
});

const write = (text: string, to: Kysely<Database> = db) => sql`insert into notes values (${text})`.execute(to);
const notes = async () =>
  (await sql<{ text: string }>`select text from notes order by rowid`.execute(db)).rows.map(({ text }) => text);
const answer = (error: Error | null = null) => asked.shift()?.(error);

/** Waits until all that needs no disk has happened. */
const settle = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Notes in which order promises are settled. */
function order() {
  const ended: string[] = [];
  return { ended, note: (name: string, work: Promise<unknown>) => void work.then(() => ended.push(name)) };
}

test('what is written is told of when the disk has it; whoever comes meanwhile goes on, and shares the next flush', async () => {
  const { ended, note } = order();
  note('first', write('first'));
  await settle();
  expect(asked).toHaveLength(1);
  note('second', write('second'));
  note(
    'third',
    db.transaction().execute((trx) => write('third', trx)),
  );
  expect(await notes()).toEqual(['first', 'second', 'third']);
  expect(ended).toEqual([]);
  answer();
  await settle();
  expect(ended).toEqual(['first']);
  expect(asked).toHaveLength(1);
  answer();
  await settle();
  expect(ended.toSorted()).toEqual(['first', 'second', 'third']);
  expect(asked).toHaveLength(0);
});

test('what need not outlive a power cut is not waited for, alone and only then', async () => {
  await notWaiting(db, (free) => write('free', free));
  await expect(
    notWaiting(db, async (free) => {
      await write('free too', free);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await notes()).toEqual(['free', 'free too']);
  expect(asked).toHaveLength(0);
  const flushed = flushLog(db);
  expect(asked).toHaveLength(1);
  answer();
  await flushed;
  const written = write('waited for');
  await settle();
  expect(asked).toHaveLength(1);
  answer();
  await written;
});

test('once the disk has failed nothing is told of and nothing is written, and all is read', async () => {
  const [first, second] = [write('first'), write('second')];
  await settle();
  answer(new Error('EIO'));
  await expect(first).rejects.toThrow(LogNotFlushed);
  await expect(second).rejects.toThrow(LogNotFlushed);
  await expect(write('third')).rejects.toThrow(LogNotFlushed);
  await expect(db.transaction().execute((trx) => write('fourth', trx))).rejects.toThrow(LogNotFlushed);
  await expect(flushLog(db)).rejects.toThrow(LogNotFlushed);
  expect(await notes()).toEqual(['first', 'second']);
  expect(asked).toHaveLength(0);
});

test('at once the disk has it when that returns; once it has failed so, all else is refused too', async () => {
  const disk = jest.spyOn(fs, 'fdatasyncSync').mockReturnValue();
  const log = durableOf(db)?.log;
  log?.flushAtOnce();
  expect(disk).toHaveBeenCalledTimes(1);
  disk.mockImplementation(() => {
    throw new Error('EIO');
  });
  expect(() => log?.flushAtOnce()).toThrow(LogNotFlushed);
  disk.mockReturnValue();
  expect(() => log?.flushAtOnce()).toThrow(LogNotFlushed);
  expect(disk).toHaveBeenCalledTimes(2);
  await expect(write('never')).rejects.toThrow(LogNotFlushed);
  expect(await notes()).toEqual([]);
});

test('where nothing has to outlive a power cut, the disk is not asked', async () => {
  await sql`pragma synchronous = off`.execute(db);
  await write('first');
  expect(asked).toHaveLength(0);
});

test('closing waits for the flush under way', async () => {
  const { ended, note } = order();
  note('write', write('first'));
  await settle();
  note('close', db.destroy());
  await settle();
  expect(ended).toEqual([]);
  answer();
  await settle();
  answer();
  await expect(db.destroy()).resolves.toBeUndefined();
  expect(ended).toContain('write');
  db = openSqlite(dataDir);
  expect(await notes()).toEqual(['first']);
});
