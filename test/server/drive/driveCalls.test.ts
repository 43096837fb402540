import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { apiPaths } from '../../../src/contract/paths';
import type { DriveSpreadsheet, TrashAnswer } from '../../../src/contract/drive';
import type { PlansAnswer } from '../../../src/contract/planCalls';
import { purgeTrash } from '../../../src/server/projects/projectLifecycle';
import { collectedBlobs } from '../../fixtures/collectedBlobs';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, SMALL_CSV, uploaded, workbookFile } from '../../fixtures/driveFiles';
import { CAFES, writable } from '../endpoints/write/writing';
import type { SignedIn } from '../../fixtures/people';

let who: SignedIn;
const test = beforeTests(() => buildTestApp());
beforeEach(async () => {
  who = await test.signUp();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, payload?: object) =>
  test.app.inject({ method, url, headers: who.headers, payload });

it('the list of spreadsheets is sorted from newest to oldest, each with its own tabs', async () => {
  const first = await uploaded(test, who);
  const second = await uploaded(test, who, workbookFile('world-reference.xlsx'));
  const response = await call('GET', apiPaths.driveSpreadsheets);
  expect(response.json()).toEqual({ spreadsheets: [second, first] });
});

describe('one spreadsheet', () => {
  it('is returned as it was after its upload', async () => {
    const spreadsheet = await uploaded(test, who);
    expect((await call('GET', apiPaths.driveSpreadsheet(spreadsheet.id))).json()).toEqual({ spreadsheet });
  });

  it.each([`tpd_${'x'.repeat(24)}`, 'nothing', '..%2f..'])('%s is not found', async (id) => {
    const response = await call('GET', `${apiPaths.driveSpreadsheets}/${id}`);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found', detail: 'There is no such spreadsheet in your drive.' });
  });
});

describe('renaming', () => {
  it('changes the title, not the file name', async () => {
    const { id } = await uploaded(test, who);
    const response = await call('PATCH', apiPaths.driveSpreadsheet(id), { title: '  Teas\u0000 of 2025 ' });
    expect(response.statusCode).toBe(200);
    const { spreadsheet } = response.json<{ spreadsheet: DriveSpreadsheet }>();
    expect(spreadsheet).toMatchObject({ title: 'Teas of 2025', fileName: 'teas.csv' });
    expect((await call('GET', apiPaths.driveSpreadsheet(id))).json()).toEqual({ spreadsheet });
  });

  it.each([
    [{}, 400],
    [{ title: '' }, 400],
    [{ title: 'x'.repeat(301) }, 400],
    [{ title: 'Teas', owner: 'me' }, 400],
    [{ title: ' \u0007 ' }, 422],
  ])('refuses %j', async (payload, status) => {
    const { id } = await uploaded(test, who);
    const response = await call('PATCH', apiPaths.driveSpreadsheet(id), payload);
    expect(response.statusCode).toBe(status);
    expect((await call('GET', apiPaths.driveSpreadsheet(id))).json()).toMatchObject({ spreadsheet: { title: 'teas' } });
  });
});

const DAY = 24 * 60 * 60 * 1000;
const trash = async () => (await call('GET', apiPaths.trash)).json<TrashAnswer>();
const blobs = async () => (await collectedBlobs(test.db)).length;
const bytesUsed = async () => (await call('GET', apiPaths.plans)).json<PlansAnswer>().used.drive;
const forGood = (path: string) => `${path}?permanently=1`;

describe('deleting', () => {
  it('moves the spreadsheet to the trash, from which it is restored unchanged', async () => {
    const spreadsheet = await uploaded(test, who);
    const { id, title, bytes } = spreadsheet;
    const response = await call('DELETE', apiPaths.driveSpreadsheet(id));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect((await call('GET', apiPaths.driveSpreadsheet(id))).statusCode).toBe(404);
    expect((await call('GET', apiPaths.driveSpreadsheets)).json()).toEqual({ spreadsheets: [] });
    expect((await call('DELETE', apiPaths.driveSpreadsheet(id))).statusCode).toBe(404);
    const deletedAt = expect.stringMatching(/^20\d\d-.*Z$/);
    expect(await trash()).toEqual({ projects: [], spreadsheets: [{ id, title, bytes, deletedAt }] });
    expect(await bytesUsed()).toBe(bytes);
    const back = await call('POST', apiPaths.driveRestore(id));
    expect([back.statusCode, back.json()]).toEqual([200, { spreadsheet }]);
    expect(await trash()).toEqual({ projects: [], spreadsheets: [] });
    expect((await call('GET', apiPaths.driveFile(id))).payload).toBe(SMALL_CSV.bytes);
    expect((await call('POST', apiPaths.driveRestore(id))).statusCode).toBe(200);
  });

  it.each(['in use', 'in the trash'])('for good removes what is %s, and its bytes', async (where) => {
    const before = await blobs();
    const { id } = await uploaded(test, who);
    if (where === 'in the trash') await call('DELETE', apiPaths.driveSpreadsheet(id));
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(id)))).statusCode).toBe(204);
    expect(await blobs()).toBe(before);
    expect(await trash()).toEqual({ projects: [], spreadsheets: [] });
    expect(await bytesUsed()).toBe(0);
    expect((await call('POST', apiPaths.driveRestore(id))).statusCode).toBe(404);
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(id)))).statusCode).toBe(404);
  });

  it('is final after thirty days', async () => {
    const before = await blobs();
    const { id } = await uploaded(test, who);
    await call('DELETE', apiPaths.driveSpreadsheet(id));
    await purgeTrash(test.services, new Date(Date.now() + 29.9 * DAY));
    expect((await trash()).spreadsheets).toHaveLength(1);
    await purgeTrash(test.services, new Date(Date.now() + 30.1 * DAY));
    expect((await trash()).spreadsheets).toEqual([]);
    expect(await blobs()).toBe(before);
  });

  it('for good, interrupted while its long log is removed, cannot be undone, and is completed later', async () => {
    const { id } = await uploaded(test, who);
    const sheet_id = 1;
    const entry = { spreadsheet_id: id, tab_id: '', revision: 0, changes: 1, rows_delta: 0, entries: '[]' };
    const author = { actor: 'server', reason: 'write', created_at: 'now' } as const;
    const log = Array.from({ length: 100 }, (_, n) => ({ ...entry, ...author, sheet_id, sequence: n + 1 }));
    await test.db.insertInto('record_log').values(log).execute();
    // A reference prevents the removal of one entry.
    await sql`create table held (a text, b bigint, c bigint, foreign key (a, b, c) references record_log)`.execute(
      test.db,
    );
    await sql`insert into held values (${id}, ${sheet_id}, 80)`.execute(test.db);
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(id)))).statusCode).toBe(500);
    const left = () => test.db.selectFrom('record_log').select('sequence').where('spreadsheet_id', '=', id).execute();
    const { length } = await left();
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(100);
    expect((await trash()).spreadsheets).toEqual([]);
    expect((await call('POST', apiPaths.driveRestore(id))).statusCode).toBe(404);
    expect(await bytesUsed()).toBe(0);
    await sql`drop table held`.execute(test.db);
    await purgeTrash(test.services, new Date());
    expect(await left()).toEqual([]);
    expect(await test.db.selectFrom('drive_spreadsheets').where('id', '=', id).select('id').execute()).toEqual([]);
  });

  it('a project in the trash keeps its rows, also those written last, when its spreadsheet is removed for good', async () => {
    const before = await blobs();
    const cafes = await writable(test, CAFES, who);
    const { id, sheetId } = cafes.project;
    for (const Name of ['Fuglen', 'Java']) await cafes.call('POST', '', { body: { Name } });
    const rows = await cafes.rows();
    await call('DELETE', apiPaths.project(id));
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(sheetId)))).statusCode).toBe(204);
    const stored = () => test.db.selectFrom('blobs').select('id').orderBy('id').execute();
    const storedBefore = await stored();
    await purgeTrash(test.services, new Date());
    expect(await stored()).toEqual(storedBefore);
    expect(await bytesUsed()).toBe(0);
    expect((await call('POST', apiPaths.driveRestore(sheetId))).statusCode).toBe(404);
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(sheetId)))).statusCode).toBe(404);
    expect((await call('POST', apiPaths.projectRestore(id))).statusCode).toBe(200);
    expect((await call('GET', apiPaths.driveSpreadsheet(sheetId))).statusCode).toBe(404);
    cafes.reload();
    expect(await cafes.rows()).toEqual(rows);
    await call('DELETE', apiPaths.project(id));
    await call('DELETE', forGood(apiPaths.project(id)));
    await purgeTrash(test.services, new Date());
    expect(await blobs()).toBe(before);
  });

  it('does not remove a spreadsheet that is restored at the moment the thirty days end', async () => {
    const { id: projectId, sheetId: id } = await createdProject(test, who);
    await call('DELETE', apiPaths.project(projectId));
    await call('DELETE', apiPaths.driveSpreadsheet(id));
    let purging: Promise<void> | undefined;
    await test.db.transaction().execute(async (trx) => {
      await trx.updateTable('projects').set({ deleted_at: null }).where('id', '=', projectId).execute();
      await trx.updateTable('drive_spreadsheets').set({ deleted_at: null }).where('id', '=', id).execute();
      purging = purgeTrash(test.services, new Date(Date.now() + 31 * DAY));
      // Lets the removal begin, which waits for the end of this transaction.
      await delay(100);
    });
    await purging;
    expect((await call('GET', apiPaths.project(projectId))).statusCode).toBe(200);
    expect((await call('GET', apiPaths.driveSpreadsheet(id))).statusCode).toBe(200);
  });

  it('is refused to other people, like viewing and restoring', async () => {
    const owner = who;
    const { id } = await uploaded(test, owner);
    await call('DELETE', apiPaths.driveSpreadsheet(id));
    who = await test.signUp();
    expect((await trash()).spreadsheets).toEqual([]);
    expect((await call('POST', apiPaths.driveRestore(id))).statusCode).toBe(404);
    expect((await call('DELETE', forGood(apiPaths.driveSpreadsheet(id)))).statusCode).toBe(404);
    who = owner;
    expect((await trash()).spreadsheets).toHaveLength(1);
  });

  it('a spreadsheet in the trash is restored with its project, until it is removed for good', async () => {
    const { id, title, sheetId } = await createdProject(test, who);
    await call('DELETE', apiPaths.project(id));
    await call('DELETE', apiPaths.driveSpreadsheet(sheetId));
    expect((await trash()).projects).toEqual([{ id, title, source: 'drive', deletedAt: expect.any(String) }]);
    expect((await call('POST', apiPaths.projectRestore(id))).statusCode).toBe(200);
    expect((await call('GET', apiPaths.driveSpreadsheet(sheetId))).json()).toMatchObject({
      spreadsheet: { projectId: id },
    });
    expect(await trash()).toEqual({ projects: [], spreadsheets: [] });
    expect((await call('DELETE', forGood(apiPaths.project(id)))).statusCode).toBe(404);
    await call('DELETE', apiPaths.project(id));
    expect((await call('DELETE', forGood(apiPaths.project(id)))).statusCode).toBe(204);
    expect((await call('POST', apiPaths.projectRestore(id))).statusCode).toBe(404);
  });

  it('is refused while a project uses it', async () => {
    const project = await createdProject(test, who);
    const address = apiPaths.driveSpreadsheet(project.sheetId);
    const refused = await call('DELETE', address);
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'in_use',
      detail: 'The project “teas” uses this spreadsheet. Delete the project first.',
    });
    expect((await call('DELETE', apiPaths.project(project.id))).statusCode).toBe(204);
    expect((await call('DELETE', address)).statusCode).toBe(204);
  });
});

describe('downloading', () => {
  it('returns the uploaded bytes', async () => {
    const file = workbookFile('world-reference.xlsx');
    const { id } = await uploaded(test, who, file);
    const response = await call('GET', `${apiPaths.driveSpreadsheet(id)}/file`);
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(Buffer.from(file.bytes))).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-length': String(file.bytes.length),
      'content-disposition': `attachment; filename="world-reference.xlsx"; filename*=UTF-8''world-reference.xlsx`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  it.each([
    ['お茶 (new).csv', `attachment; filename="__ (new).csv"; filename*=UTF-8''%E3%81%8A%E8%8C%B6%20%28new%29.csv`],
    ["Käse's 100%.csv", `attachment; filename="Kase's 100_.csv"; filename*=UTF-8''K%C3%A4se%27s%20100%25.csv`],
    ['a;b=c.csv', `attachment; filename="a;b=c.csv"; filename*=UTF-8''a%3Bb%3Dc.csv`],
    ['🫖.csv', `attachment; filename="_.csv"; filename*=UTF-8''%F0%9F%AB%96.csv`],
    ['back\\slash.csv', `attachment; filename="slash.csv"; filename*=UTF-8''slash.csv`],
  ])('names the file %s', async (name, disposition) => {
    const { id } = await uploaded(test, who, { ...SMALL_CSV, name });
    expect((await call('GET', apiPaths.driveFile(id))).headers['content-disposition']).toBe(disposition);
  });

  it.each(['format=ods', 'format=', 'tab=1'])('refuses ?%s', async (query) => {
    const { id } = await uploaded(test, who);
    const response = await call('GET', `${apiPaths.driveSpreadsheet(id)}/file?${query}`);
    expect(response.statusCode).toBe(400);
  });
});
