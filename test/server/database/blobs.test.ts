import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectBlobs, deleteUnused, readBlob, streamBlob, writeBlob } from '../../../src/server/database/blobs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../src/server/database/schema';
import { testDatabase } from '../../fixtures/databases';
import { turnsOf, until } from '../../fixtures/eventually';
import { createGate } from '../../fixtures/gates';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';

const KIB = 1024;
const DAY = 24 * 60 * 60 * 1000;

const server = beforeTests(() => buildTestApp());

const chunksOf = (id: string) =>
  server.db.selectFrom('blob_chunks').select(['n', 'bytes']).where('blob_id', '=', id).orderBy('n').execute();
const exists = async (id: string) =>
  (await server.db.selectFrom('blobs').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Creates a spreadsheet of a person that refers to the blob. */
async function publishBy(db: Kysely<Database>, owner_id: string, blob: string, id = blob) {
  const values = {
    title: 't',
    file_name: 't.csv',
    file_kind: 'csv',
    file_bytes: 1,
    deleted_at: null,
    next_sheet_id: 1,
  } as const;
  await db
    .insertInto('drive_spreadsheets')
    .values({ ...values, id, owner_id, file_blob: blob, created_at: new Date().toISOString() })
    .execute();
}

const publish = async (blob: string) => publishBy(server.db, (await server.signUp()).person.id, blob);

/** Collects blobs, and throws errors. */
const collect = () =>
  collectBlobs(server.db, (error) => {
    throw error;
  });

/** Returns the number of PostgreSQL statements that wait for locks. */
async function waitingForLocks() {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(server.db);
  return rows.length;
}

/** Makes the removal of a blob’s chunks fail, as on a broken disk. @returns repairs it */
async function damage(id: string) {
  const statements =
    testDatabase === 'sqlite'
      ? [
          `create trigger broken before delete on blob_chunks when old.blob_id = '${id}'
           begin select raise(abort, 'malformed'); end`,
        ]
      : [
          `create function broken() returns trigger language plpgsql as $$ begin raise 'malformed'; end $$`,
          `create trigger broken before delete on blob_chunks for each row when (old.blob_id = '${id}')
           execute function broken()`,
        ];
  for (const statement of statements) await sql.raw(statement).execute(server.db);
  const end = testDatabase === 'sqlite' ? 'drop trigger broken' : 'drop function broken cascade';
  return () => sql.raw(end).execute(server.db);
}

/** Makes a blob older. */
const age = (id: string, milliseconds: number) =>
  server.db
    .updateTable('blobs')
    .set((eb) => ({ collect_at: eb('collect_at', '-', milliseconds) }))
    .where('id', '=', id)
    .execute();
const MINUTE = 60_000;

test.each([0, 1, 512 * KIB - 1, 512 * KIB, 512 * KIB + 1, 3 * 1024 * KIB + 7])(
  '%i bytes are read back unchanged',
  async (size) => {
    const bytes = randomBytes(size);
    const id = await writeBlob(server.db, bytes);
    expect((await readBlob(server.db, id)).equals(bytes)).toBe(true);
  },
);

test('streamed chunks of any size are stored in chunks of half a MiB', async () => {
  const pieces = [1, 300 * KIB, 300 * KIB, 0, 1200 * KIB, 5].map((size) => randomBytes(size));
  async function* source() {
    for (const piece of pieces) {
      await nextTurn();
      yield piece;
    }
  }
  const id = await writeBlob(server.db, source());
  expect((await chunksOf(id)).map((chunk) => chunk.bytes.length)).toEqual([
    512 * KIB,
    512 * KIB,
    512 * KIB,
    264 * KIB + 6,
  ]);
  const streamed: Buffer[] = [];
  for await (const chunk of streamBlob(server.db, id)) streamed.push(chunk);
  expect(Buffer.concat(streamed).equals(Buffer.concat(pieces))).toBe(true);
});

test('writing a blob does not block the event loop between its chunks', async () => {
  expect((await turnsOf(writeBlob(server.db, Buffer.alloc(6 * 1024 * KIB)))).turns).toBeGreaterThan(6);
});

test('writing a blob does not block other queries', async () => {
  let answers = 0;
  async function* watched() {
    for (let piece = 0; piece < 6; piece += 1) {
      yield Buffer.alloc(1024 * KIB);
      // If a blob blocked the database between two chunks, this query would deadlock.
      await server.db.selectFrom('blobs').select('id').limit(1).execute();
      answers += 1;
    }
  }
  await writeBlob(server.db, watched());
  expect(answers).toBe(6);
});

test('a source that fails leaves nothing behind', async () => {
  const before = await server.db.selectFrom('blobs').select('id').execute();
  async function* broken() {
    yield randomBytes(700 * KIB);
    await nextTurn();
    throw new Error('the upload broke off');
  }
  await expect(writeBlob(server.db, broken())).rejects.toThrow('the upload broke off');
  expect(await server.db.selectFrom('blobs').select('id').execute()).toEqual(before);
  const chunks = await server.db.selectFrom('blob_chunks').select('blob_id').distinct().execute();
  expect(chunks.every(({ blob_id }) => before.some(({ id }) => id === blob_id))).toBe(true);
});

test('a missing or incomplete blob is an error, never a short result', async () => {
  await expect(readBlob(server.db, 'nowhere')).rejects.toThrow('There is no blob nowhere');
  const id = await writeBlob(server.db, randomBytes(1200 * KIB));
  await server.db.deleteFrom('blob_chunks').where('blob_id', '=', id).where('n', '=', 1).execute();
  await expect(readBlob(server.db, id)).rejects.toThrow(`Chunk 1 of blob ${id} is missing`);
});

test('a blob is deleted completely, whatever its size, and deleting it again is no error', async () => {
  const id = await writeBlob(server.db, Buffer.alloc(20 * 512 * KIB));
  expect(await deleteUnused(server.db, id)).toBe(true);
  expect(await exists(id)).toBe(false);
  expect(await chunksOf(id)).toEqual([]);
  expect(await deleteUnused(server.db, id)).toBe(true);
});

test('a blob in use is not deleted', async () => {
  const bytes = randomBytes(600 * KIB);
  const id = await writeBlob(server.db, bytes);
  await publish(id);
  expect(await deleteUnused(server.db, id)).toBe(false);
  expect((await readBlob(server.db, id)).equals(bytes)).toBe(true);
});

test('a blob is not deleted while an open transaction publishes it', async () => {
  const bytes = randomBytes(20 * 512 * KIB);
  const id = await writeBlob(server.db, bytes);
  const { person } = await server.signUp();
  const [published, committed] = [createGate(), createGate()];
  const publishing = server.db.transaction().execute(async (trx) => {
    await publishBy(trx, person.id, id);
    published.open();
    await committed.opened;
  });
  await published.opened;
  const deleting = deleteUnused(server.db, id);
  if (testDatabase === 'postgres') await until(async () => (await waitingForLocks()) > 0);
  committed.open();
  await publishing;
  expect(await deleting).toBe(false);
  expect((await readBlob(server.db, id)).equals(bytes)).toBe(true);
});

test('checking blobs that stay does not block the event loop', async () => {
  for (let n = 0; n < 10; n += 1) {
    const id = await writeBlob(server.db, randomBytes(10));
    await publish(id);
    await age(id, DAY + MINUTE);
  }
  const { result, turns } = await turnsOf(collect());
  expect(result).toEqual([]);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a blob that cannot be removed is reported, and the others are removed', async () => {
  const [damaged, good] = [await writeBlob(server.db, randomBytes(10)), await writeBlob(server.db, randomBytes(10))];
  await age(damaged, 2 * DAY);
  await age(good, DAY + MINUTE);
  const mend = await damage(damaged);
  const reported: unknown[] = [];
  expect(await collectBlobs(server.db, (error) => reported.push(error))).toEqual([good]);
  expect(reported).toEqual([expect.objectContaining({ message: 'malformed' })]);
  await mend();
  expect(await collect()).toEqual([damaged]);
});

test('an unpublished blob is collected after a day', async () => {
  const [fresh, old, used] = await Promise.all([1, 2, 3].map(() => writeBlob(server.db, randomBytes(10))));
  if (fresh === undefined || old === undefined || used === undefined) throw new Error('not written');
  await age(fresh, DAY - MINUTE);
  await age(old, DAY + MINUTE);
  await age(used, 9 * DAY);
  await publish(used);
  expect(await collect()).toEqual([old]);
  expect(await Promise.all([fresh, old, used].map(exists))).toEqual([true, false, true]);
});

describe('a blob whose row releases it', () => {
  /** Creates a blob that is in use and was checked before. */
  async function usedBlob() {
    const id = await writeBlob(server.db, randomBytes(10));
    await publish(id);
    await age(id, 2 * DAY);
    await collect();
    return id;
  }

  test.each([
    [
      'replaced',
      (id: string, other: string) =>
        server.db.updateTable('drive_spreadsheets').set({ file_blob: other }).where('id', '=', id).execute(),
    ],
    ['removed', (id: string) => server.db.deleteFrom('drive_spreadsheets').where('id', '=', id).execute()],
    [
      'removed with its owner',
      async (id: string) => {
        const owner = server.db.selectFrom('drive_spreadsheets').select('owner_id').where('id', '=', id);
        await sql`delete from "user" where id = (${owner})`.execute(server.db);
      },
    ],
  ])('is collected a minute after the row was %s', async (_how, letGo) => {
    const [id, other] = [await usedBlob(), await usedBlob()];
    await letGo(id, other);
    expect(await collect()).toEqual([]);
    await age(id, MINUTE - 5_000);
    expect(await collect()).toEqual([]);
    await age(id, 5_000);
    expect(await collect()).toEqual([id]);
    expect(await exists(other)).toBe(true);
  });

  test('stays while another row refers to it', async () => {
    const id = await usedBlob();
    const { person } = await server.signUp();
    await publishBy(server.db, person.id, id, `${id}-2`);
    await server.db.deleteFrom('drive_spreadsheets').where('id', '=', id).execute();
    await age(id, MINUTE);
    expect(await collect()).toEqual([]);
    await server.db.deleteFrom('drive_spreadsheets').where('id', '=', `${id}-2`).execute();
    await age(id, MINUTE);
    expect(await collect()).toEqual([id]);
  });
});
