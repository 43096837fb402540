import { sql } from 'kysely';
import { writeBlob } from '../../../src/server/database/blobs';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { PASSWORD, type SignedIn } from '../../fixtures/people';
import { projectRow } from '../../fixtures/projectRows';

let server: TestApp;
beforeAll(async () => {
  server = await buildTestApp();
});
afterAll(() => server.close());

const now = new Date().toISOString();

async function addProject(owner: SignedIn, id: string, over: { sheetId?: string; deletedAt?: string | null } = {}) {
  const { sheetId: sheet_id = `sheet of ${id}`, deletedAt: deleted_at = null } = over;
  await server.db
    .insertInto('projects')
    .values(projectRow(owner.person.id, { id, sheet_id, source: 'drive', deleted_at }))
    .execute();
}

async function addTab(projectId: string, blob: string) {
  const names = { title: 'Tab', slug: 'tab', former_names: '[]', columns: '[]', warnings: '[]', column_types: '{}' };
  const numbers = {
    sheet_id: 0,
    position: 0,
    published: 1,
    hidden: 0,
    rows: 0,
    header_row: null,
    repeat_merged: 0,
    revision: 1,
    snapshot_sequence: 0,
    raw_sequence: 0,
    snapshot_revision: 1,
    authored_revision: 1,
    raw_blob: null,
    raw_mark: null,
  };
  await server.db
    .insertInto('project_tabs')
    .values({
      id: `tab of ${projectId}`,
      project_id: projectId,
      snapshot_blob: blob,
      key_column: null,
      gone_at: null,
      derived_from: null,
      ...{ actor: 'server', reason: 'import', authored_at: now },
      ...names,
      ...numbers,
    })
    .execute();
}

async function addSpreadsheet(owner: SignedIn, id: string, file: string, raw: string) {
  await server.db
    .insertInto('drive_spreadsheets')
    .values({
      id,
      owner_id: owner.person.id,
      title: 'T',
      file_name: 't.csv',
      file_kind: 'csv',
      file_bytes: 1,
      file_blob: file,
      created_at: now,
      deleted_at: null,
    })
    .execute();
  await server.db
    .insertInto('drive_tabs')
    .values({
      spreadsheet_id: id,
      sheet_id: 0,
      position: 0,
      title: 'T',
      hidden: 0,
      rows: 0,
      columns: 0,
      warnings: '[]',
      raw_blob: raw,
      sequence: 0,
      raw_sequence: 0,
      shape: 0,
      edited: 0,
      changed_at: now,
      header_row: null,
      published: 1,
    })
    .execute();
}

/** Expects an error of either database. */
const saying = (words: RegExp) => ({ message: expect.stringMatching(words) });

const tables = ['blobs', 'blob_chunks', 'projects', 'project_tabs', 'drive_spreadsheets', 'drive_tabs'] as const;

/** Counts the rows of each table. */
async function countAll() {
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(server.db);
    return [table, rows[0]?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

/** Inserts a spreadsheet and a project with a tab each, and the three blobs that they refer to. */
async function addEverything(owner: SignedIn, name: string) {
  const write = async (text: string) => await writeBlob(server.db, Buffer.from(text));
  await addSpreadsheet(owner, name, await write('file'), await write('raw'));
  await addProject(owner, name);
  await addTab(name, await write('snapshot'));
}

test('numbers are numbers, bytes are bytes', async () => {
  const id = await writeBlob(server.db, Buffer.from([0, 255, 10]));
  const blob = await server.db.selectFrom('blobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(blob.bytes).toBe(3);
  const chunk = await server.db
    .selectFrom('blob_chunks')
    .selectAll()
    .where('blob_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(Buffer.isBuffer(chunk.bytes)).toBe(true);
  expect(chunk).toEqual({ blob_id: id, n: 0, bytes: Buffer.from([0, 255, 10]) });
});

test('a sheet is one project of a person, besides deleted ones', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  await addProject(ada, 'deleted 1', { sheetId: 's', deletedAt: now });
  await addProject(ada, 'deleted 2', { sheetId: 's', deletedAt: now });
  await addProject(ada, 'first', { sheetId: 's' });
  await expect(addProject(ada, 'second', { sheetId: 's' })).rejects.toMatchObject(saying(/unique/i));
  await expect(addProject(bob, 'of bob', { sheetId: 's' })).resolves.toBeUndefined();
});

test('foreign keys hold', async () => {
  const ada = await server.signUp();
  await addProject(ada, 'referring');
  await expect(addTab('referring', 'no blob')).rejects.toMatchObject(saying(/foreign key/i));
  await expect(addTab('no project', await writeBlob(server.db, Buffer.from('a')))).rejects.toMatchObject(
    saying(/foreign key/i),
  );
});

test('deleting an account removes everything of it, blobs included, and nothing of others', async () => {
  const [leaving, staying] = [await server.signUp(), await server.signUp()];
  await addEverything(staying, 'staying');
  await collectedBlobs(server.db);
  const remaining = await countAll();
  await addEverything(leaving, 'leaving');
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/auth/delete-user',
    headers: leaving.headers,
    payload: { password: PASSWORD },
  });
  expect(response.statusCode).toBe(200);
  await collectedBlobs(server.db);
  expect(await countAll()).toEqual(remaining);
});
