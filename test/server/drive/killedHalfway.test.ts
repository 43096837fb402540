import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { apiPaths } from '../../../src/contract/paths';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { buildSpawnable, type BuiltServer, get, post, signUp } from '../../fixtures/spawned';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildSpawnable();
});
afterAll(() => built.remove());

const formOf = (text: string) => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'teas.csv');
  return form;
};

/** Waits until bytes have been written; there are many more to come before a spreadsheet refers to them. */
async function untilHalfWritten(file: string) {
  const sqlite = new BetterSqlite3(file, { readonly: true });
  const chunks = sqlite.prepare<[], { n: number }>('select count(*) as n from blob_chunks');
  while ((chunks.get()?.n ?? 0) < 2) await new Promise(setImmediate);
  sqlite.close();
}

test('a kill between writing and publishing leaves nothing half visible', async () => {
  const first = await built.start();
  const cookie = await signUp(first);
  const large = `name,price\n${'a tea with rather a long name,12.5\n'.repeat(250_000)}`;
  const answer = post(first, apiPaths.driveSpreadsheets, formOf(large), cookie).catch(() => undefined);
  await untilHalfWritten(join(built.dataDir, SQLITE_FILE));
  await first.end('SIGKILL');
  expect(await answer).toBeUndefined();

  const second = await built.start();
  expect(await get(second, apiPaths.driveSpreadsheets, cookie)).toEqual({ spreadsheets: [] });
  expect(await readdir(join(built.dataDir, 'uploads'))).toEqual([]);
  expect((await post(second, apiPaths.driveSpreadsheets, formOf('name\nAssam\n'), cookie)).status).toBe(201);
});
