import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { apiPaths } from '../../src/contract/paths';
import type { DriveSpreadsheetAnswer } from '../../src/contract/drive';
import type { ProjectAnswer } from '../../src/contract/projects';
import { SQLITE_FILE } from '../../src/server/database/sqlite';
import { Sqlite } from '../../src/server/database/sqliteLibrary';
import { buildSpawnable, type BuiltServer, get, post, signUp, type SpawnedServer } from '../fixtures/spawned';

let built: BuiltServer;
let server: SpawnedServer;
let cookie: string;
beforeAll(async () => {
  built = await buildSpawnable();
  server = await built.start();
  cookie = await signUp(server);
});
afterAll(() => built.remove());

/** Kills the server, and starts another one on its data. */
async function kill() {
  await server.end('SIGKILL');
  server = await built.start();
}

function upload(text: string, name: string) {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  return post(server, apiPaths.driveSpreadsheets, form, cookie);
}

/** Waits until some chunks are written, long before a spreadsheet refers to them. */
async function untilHalfWritten(file: string) {
  const sqlite = new Sqlite(file, { readonly: true });
  const chunks = sqlite.prepare<[], { n: number }>('select count(*) as n from blob_chunks');
  while ((chunks.get()?.n ?? 0) < 2) await new Promise(setImmediate);
  sqlite.close();
}

test('a kill between writing and publishing leaves nothing half visible', async () => {
  const large = `name,price\n${'a tea with rather a long name,12.5\n'.repeat(250_000)}`;
  const answer = upload(large, 'teas.csv').catch(() => undefined);
  await untilHalfWritten(join(built.dataDir, SQLITE_FILE));
  await kill();
  expect(await answer).toBeUndefined();
  // The account and its session have survived, too.
  expect(await get(server, apiPaths.driveSpreadsheets, cookie)).toEqual({ spreadsheets: [] });
  expect(await readdir(join(built.dataDir, 'uploads'))).toEqual([]);
});

test('a project and its rows survive an immediate kill', async () => {
  const uploaded = await upload('Name,Code\nOslo,00501\n', 'cities.csv');
  expect(uploaded.status).toBe(201);
  const { spreadsheet } = (await uploaded.json()) as DriveSpreadsheetAnswer;
  const created = await post(server, apiPaths.projectsSync, { sheetId: spreadsheet.id }, cookie);
  const killed = kill();
  const { project } = (await created.json()) as ProjectAnswer;
  await killed;

  expect(await get(server, apiPaths.projects, cookie)).toMatchObject({
    projects: [{ id: project.id, sheetId: spreadsheet.id }],
  });
  const rows = apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0);
  expect(await get(server, rows, cookie)).toMatchObject({ data: [{ Name: 'Oslo', Code: '00501' }] });
});
