import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { writable } from '../../endpoints/write/writing';

const test = beforeTests(() => buildTestApp());

const nameOf = ({ Name }: Record<string, unknown>) => Name;

it('100 concurrent writes all succeed, with distinct revisions, and are visible', async () => {
  const cafes = await writable(test);
  const names = Array.from({ length: 100 }, (_, n) => `Café ${n}`);
  const answers = await Promise.all(names.map((Name) => cafes.call('POST', '', { body: { Name } })));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  const revisions = answers.map(({ body }) => Number(body.meta.revision));
  expect(revisions.toSorted((one, other) => one - other)).toEqual(names.map((_, n) => n + 2));
  const rows = await cafes.rows();
  expect(rows.slice(3).map(nameOf).toSorted()).toEqual(names.toSorted());
  expect(new Set(rows.map(({ _id }) => _id)).size).toBe(103);
  cafes.reload();
  expect(await cafes.rows()).toEqual(rows);
});

it('pending writes are committed together as one entry of the log', async () => {
  const cafes = await writable(test);
  await Promise.all(Array.from({ length: 50 }, (_, n) => cafes.call('POST', '', { body: { Name: `Café ${n}` } })));
  const log = await test.db.selectFrom('record_log').selectAll().where('tab_id', '=', cafes.tabId).execute();
  expect(log.length).toBeLessThan(50);
  expect(log.reduce((sum, { rows_delta }) => sum + rows_delta, 0)).toBe(50);
  expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, n) => n + 1));
});

it('each write is computed after the ones before it', async () => {
  const cafes = await writable(test);
  const [row] = await cafes.rows();
  const id = String(row?._id);
  const etag = String((await cafes.call('GET', `/${id}`)).headers.etag);
  const headers = { 'if-match': etag };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => cafes.call('PATCH', `/${id}`, { body: { Note: `${n}` }, headers })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  const upserts = await Promise.all(
    Array.from({ length: 10 }, (_, n) => cafes.call('POST', '?_upsert=Code', { body: { Code: 'new', Note: `${n}` } })),
  );
  expect(upserts.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await cafes.rows('&Code=new')).toHaveLength(1);
});

it('writes update the row counts of the project and of its drive', async () => {
  const cafes = await writable(test);
  const [first] = await cafes.rows();
  await cafes.call('POST', '', { body: [{ Name: 'A' }, { Name: 'B' }] });
  await cafes.call('DELETE', `/${String(first?._id)}`);
  const { body } = await cafes.call('GET', `/v1/${cafes.project.id}`);
  expect(body.data.tabs).toMatchObject([{ rows: 4 }]);
  expect(body.data.revision).toBe(3);
  const url = `/api/drive/spreadsheets/${cafes.project.sheetId}`;
  const drive = await test.app.inject({ url, headers: cafes.owner.headers });
  expect(drive.json()).toMatchObject({ spreadsheet: { tabs: [{ rows: 4 }] } });
});

it('writes of another server are visible to the next write and the next read', async () => {
  const cafes = await writable(test);
  await cafes.call('POST', '', { body: { Name: 'Mine' } });
  const entries = JSON.stringify([[{ kind: 'append', row: 6, id: 'r_another00001', cells: [[0, 'Theirs']] }]]);
  const tab = { spreadsheet_id: cafes.project.sheetId, sheet_id: cafes.sheetId };
  const created_at = new Date().toISOString();
  const more = {
    sequence: 2,
    revision: 3,
    changes: 1,
    rows_delta: 1,
    entries,
    actor: 'server',
    reason: 'write',
    created_at,
  } as const;
  await test.db
    .insertInto('record_log')
    .values({ ...tab, ...more, tab_id: cafes.tabId })
    .execute();
  await test.db
    .updateTable('drive_tabs')
    .set({ sequence: 2 })
    .where('spreadsheet_id', '=', tab.spreadsheet_id)
    .execute();
  await test.db.updateTable('project_tabs').set({ revision: 3, rows: 5 }).where('id', '=', cafes.tabId).execute();
  await test.db.updateTable('projects').set({ revision: 3 }).where('id', '=', cafes.project.id).execute();
  const made = await cafes.call('POST', '', { body: { Name: 'Mine again' } });
  expect(made).toMatchObject({ status: 201, body: { meta: { revision: 4 } } });
  expect((await cafes.rows()).slice(3).map(nameOf)).toEqual(['Mine', 'Theirs', 'Mine again']);
});

it('a failing write does not stop the others', async () => {
  const cafes = await writable(test);
  const bodies = [{ Name: 'A' }, { Founded: 'x' }, { Name: 'B' }];
  const answers = await Promise.all(bodies.map((body) => cafes.call('POST', '', { body })));
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 201]);
  expect(await cafes.rows()).toHaveLength(5);
});
