import { apiPaths } from '../../../../src/contract/paths';
import type { Project } from '../../../../src/contract/projects';
import { readBlob } from '../../../../src/server/database/blobs';
import { readRawRows } from '../../../../src/server/rawTab/packedRaw';
import type { RawRow } from '../../../../src/server/rawTab/rawCells';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeEachTest, beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook } from '../../../fixtures/driveFiles';
import { until } from '../../../fixtures/eventually';
import { writable } from '../../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());
const cafes = beforeEachTest(() => writable(test));

const tab = () =>
  test.db.selectFrom('project_tabs').selectAll().where('id', '=', cafes.tabId).executeTakeFirstOrThrow();

/** Reads the part of the log that is not folded yet; the folded part stays for cursors. */
const log = async () =>
  test.db
    .selectFrom('record_log')
    .selectAll()
    .where('tab_id', '=', cafes.tabId)
    .where('sequence', '>', (await tab()).snapshot_sequence)
    .execute();

/** Reads the drive’s own copy of the sheet. */
async function rawRows(): Promise<RawRow[]> {
  const sheet = await test.db
    .selectFrom('drive_tabs')
    .select('raw_blob')
    .where('spreadsheet_id', '=', cafes.project.sheetId)
    .executeTakeFirstOrThrow();
  const rows: RawRow[] = [];
  for await (const row of readRawRows(await readBlob(test.db, sheet.raw_blob))) rows.push(row);
  return rows;
}

const ROW = {
  Name: '00123',
  City: '=A1',
  Founded: 2020,
  Rating: 4.25,
  Open: false,
  Since: '2020-02-03',
  Seen: '2020-02-03T04:05:06',
  At: '05:06:07',
  Code: '2020-01-01',
  Note: 'TRUE',
};

/** Sends writes of every kind, and returns the rows afterwards. */
async function write() {
  const [first, second] = await cafes.rows();
  await cafes.call('POST', '', { body: [ROW, { Name: 'B' }] });
  await cafes.call('PATCH', `/${String(first?._id)}`, { body: { Founded: 1999, City: null } });
  await cafes.call('DELETE', `/${String(second?._id)}`);
  return cafes.rows();
}

it('folding merges the log into the sheet and the rows, which stay equal', async () => {
  const rows = await write();
  await cafes.fold();
  expect(await log()).toEqual([]);
  expect(await cafes.rows()).toEqual(rows);
  cafes.reload();
  expect(await cafes.rows()).toEqual(rows);
  const sheet = await rawRows();
  expect(sheet.map(({ row }) => row)).toEqual([1, 2, 4, 5, 6]);
  expect(sheet.map(({ id }) => id).slice(1)).toEqual(rows.map(({ _id }) => _id));
  expect(sheet[1]?.cells.slice(0, 3)).toEqual(['Kaffa', null, 1999]);
});

it('folding keeps the types of columns, whatever was written', async () => {
  const { columns: before } = await tab();
  const rows = await write();
  await cafes.fold();
  await cafes.fold();
  const types = (text: string) =>
    (JSON.parse(text) as { key: string; type: string }[]).map(({ key, type }) => [key, type]);
  expect(types((await tab()).columns)).toEqual(types(before));
  cafes.reload();
  expect((await cafes.rows()).find(({ Name }) => Name === '00123')).toEqual({ ...ROW, _id: rows[2]?._id });
});

it('folding loses no concurrent writes', async () => {
  await write();
  let folding = true;
  const folded = cafes.fold().finally(() => (folding = false));
  let written = 0;
  while (folding || written < 10) {
    const { status } = await cafes.call('POST', '', { body: { Name: `New ${(written += 1)}` } });
    expect(status).toBe(201);
  }
  await folded;
  const rows = await cafes.rows();
  expect(rows.slice(4).map(({ Name }) => Name)).toEqual(Array.from({ length: written }, (_, n) => `New ${n + 1}`));
  cafes.reload();
  expect(await cafes.rows()).toEqual(rows);
  await cafes.fold();
  cafes.reload();
  expect(await cafes.rows()).toEqual(rows);
  expect((await tab()).rows).toBe(rows.length);
});

it('the server folds a long log by itself, without a new revision', async () => {
  for (let n = 0; n < 3; n += 1) {
    await cafes.call('POST', '', { body: Array.from({ length: 400 }, (_, at) => ({ Name: `New ${n} ${at}` })) });
  }
  const rows = await cafes.rows();
  while ((await log()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await cafes.rows()).toEqual(rows);
  const { revision, snapshot_sequence } = await tab();
  expect([revision, snapshot_sequence]).toEqual([4, 3]);
});

it('folding changes nothing if it fails', async () => {
  const rows = await write();
  const blobs = await test.db.selectFrom('blobs').select('id').execute();
  const run = jest.spyOn(test.workers, 'run').mockRejectedValue(new Error('no thread'));
  await expect(cafes.fold()).rejects.toThrow('no thread');
  run.mockRestore();
  expect(await test.db.selectFrom('blobs').select('id').execute()).toEqual(blobs);
  cafes.reload();
  expect(await cafes.rows()).toEqual(rows);
});

describe('a sync after writes', () => {
  it('changes nothing: the rows are there already', async () => {
    const rows = await write();
    const { revision } = await cafes.sync();
    expect(revision).toBe(4);
    expect(await cafes.rows()).toEqual(rows);
    await cafes.fold();
    expect((await cafes.sync()).revision).toBe(4);
    cafes.reload();
    expect(await cafes.rows()).toEqual(rows);
  });

  it('can run at the same time as writes and folds', async () => {
    const writes = Array.from({ length: 20 }, (_, n) => cafes.call('POST', '', { body: { Name: `New ${n}` } }));
    await Promise.all([...writes, cafes.sync(), cafes.fold(), cafes.sync()]);
    expect(await cafes.rows()).toHaveLength(23);
    cafes.reload();
    expect(await cafes.rows()).toHaveLength(23);
    expect((await tab()).rows).toBe(23);
  });
});

describe('a later project of the same spreadsheet', () => {
  const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    test.app.inject({ method, url, headers: cafes.owner.headers, payload });

  /** Deletes the project, and creates another one of its spreadsheet. @returns it, and the address of its rows */
  async function replace() {
    const { sheetId, id } = cafes.project;
    await ask('DELETE', apiPaths.project(id));
    const { project } = (await ask('POST', apiPaths.projectsSync, { sheetId })).json<{ project: Project }>();
    return { project, rows: apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0) };
  }

  it('includes what was written, as a check does', async () => {
    const rows = await write();
    const check = await ask('POST', apiPaths.projectsCheck, { sheetId: cafes.project.sheetId });
    expect(check.json()).toMatchObject({ tabs: [{ rows: 4 }] });
    expect((await ask('GET', (await replace()).rows)).json().data).toEqual(rows);
  });

  it('leaves its own writes to the first one when that is restored', async () => {
    await cafes.call('POST', '', { body: { Name: 'First' } });
    const second = await replace();
    expect((await ask('POST', second.rows, { Name: 'Second' })).statusCode).toBe(201);
    const other = await test.db
      .selectFrom('project_tabs')
      .select('id')
      .where('project_id', '=', second.project.id)
      .executeTakeFirstOrThrow();
    await test.services.records.compaction.fold(other.id);
    await ask('DELETE', apiPaths.project(second.project.id));
    expect((await ask('POST', apiPaths.projectRestore(cafes.project.id))).statusCode).toBe(200);
    expect((await cafes.call('POST', '', { body: { Name: 'Third' } })).status).toBe(201);
    expect((await cafes.rows()).slice(3).map(({ Name }) => Name)).toEqual(['First', 'Second', 'Third']);
    expect((await tab()).rows).toBe(6);
  });
});

describe('a change of settings after writes', () => {
  it('derives the rows again, with the writes', async () => {
    await cafes.call('POST', '', { body: { Name: 'New', Founded: 2020 } });
    await cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: { Founded: 'text' } }] });
    expect((await cafes.rows()).map(({ Founded }) => Founded)).toEqual(['2009', '2011', '2011', '2020']);
    const made = await cafes.call('POST', '', { body: { Name: 'Newer', Founded: 'long ago' } });
    expect(made.status).toBe(201);
    await cafes.update({ tabs: [{ sheetId: cafes.sheetId, columnTypes: {}, keyColumn: 'Name' }] });
    expect((await cafes.rows()).at(-1)).toMatchObject({ _id: 'Newer', Founded: 'long ago' });
    await cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: null }] });
    expect((await cafes.rows()).at(-1)?._id).toBe(made.body.data._id);
    expect((await tab()).rows).toBe(5);
  });

  it('can run at the same time as writes', async () => {
    const writes = Array.from({ length: 20 }, (_, n) => cafes.call('POST', '', { body: { Name: `New ${n}` } }));
    const key = cafes.update({ tabs: [{ sheetId: cafes.sheetId, keyColumn: 'Name' }] });
    const answers = await Promise.all(writes);
    await key;
    expect(answers.map(({ status }) => status)).toEqual(writes.map(() => 201));
    const ids = (await cafes.rows()).map(({ _id }) => _id);
    expect(ids).toHaveLength(23);
    expect(ids).toContain('New 19');
  });
});

it('folding finds the same columns even if new rows look like headers', async () => {
  const file = madeWorkbook([{ title: 'Odd', cells: [['Title of it'], ['Name', 'Price'], ['Assam', 4]] }]);
  const odd = await writable(test, file);
  const before = await odd.rows();
  await odd.call('POST', '', { body: [{ Name: 'Only' }, { Name: 'Names' }, { Name: 'Here' }] });
  await odd.call('PATCH', `/${String(before[0]?._id)}`, { body: { Price: null } });
  const rows = await odd.rows();
  await odd.fold();
  odd.reload();
  expect(await odd.rows()).toEqual(rows);
  const made = await odd.call('POST', '', { body: { Name: 'Priced', Price: 5 } });
  expect(made.status).toBe(201);
});

it('long values are folded soon, however few rows they change', async () => {
  const [row] = await cafes.rows();
  for (let n = 0; n < 25; n += 1) {
    const long = `${n}`.repeat(49_000 / `${n}`.length);
    const body = { Name: long, City: long, Code: long, Note: long };
    expect((await cafes.call('PATCH', `/${String(row?._id)}`, { body })).status).toBe(200);
  }
  await until(async () => (await log()).length === 0);
  cafes.reload();
  expect((await cafes.rows())[0]?.Name).toMatch(/^(24)+$/);
});
