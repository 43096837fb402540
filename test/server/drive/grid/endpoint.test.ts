import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { type SentFile, uploadVersion } from '../../../fixtures/driveFiles';
import { newAddress } from '../../../fixtures/people';
import { makeKey } from '../../keys/keyOf';
import { BEANS, sheetOf } from './sheet';

const test = beforeTests(() => buildTestApp());
const who = beforeTests(() => test.signUp());

/** The prices are a column of numbers. */
const PRICED = { ...BEANS, bytes: String(BEANS.bytes).replace('12.50', '12.5') };

async function projectOf() {
  const sheet = await sheetOf(test, who, PRICED);
  const project = await sheet.project();
  const rows = async () => (await sheet.endpoint(project.id)).data as Record<string, unknown>[];
  const columns = async () =>
    ((await sheet.endpoint(project.id)).columns as { key: string; type: string }[]).map(({ key, type }) => [key, type]);
  const { secret } = await makeKey(test, who, project.id, {
    kind: 'secret',
    scopes: ['read', 'create', 'update', 'delete'],
  });
  const api = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) => {
    const url = `/v1/${project.id}/beans${path}`;
    const headers = { authorization: `Bearer ${secret}`, ...(payload && { 'content-type': 'application/json' }) };
    const response = await test.app.inject({ method, url, headers, payload, remoteAddress: newAddress() });
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json() };
  };
  const version = async (file: SentFile) => {
    expect((await uploadVersion(test, who, sheet.id, file)).statusCode).toBe(201);
  };
  const snapshots = async () => {
    const tab = test.db.selectFrom('project_tabs').select('snapshot_blob').where('project_id', '=', project.id);
    return (await tab.executeTakeFirstOrThrow()).snapshot_blob;
  };
  return { ...sheet, projectId: project.id, data: rows, columns, api, version, snapshots };
}

describe('an edit of a row', () => {
  it('is in the next response of the endpoint, in the same rows with the same ids', async () => {
    const { data, edit, snapshots, api } = await projectOf();
    const [before, snapshot] = [await data(), await snapshots()];
    const { body } = await edit({ row: 2, column: 1, value: 'Sidama' }, { row: 3, column: 2, value: '20.5' });
    expect(body.tab.revision).toBe(1);
    const after = await data();
    expect(after.map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
    expect(after).toMatchObject([{ name: 'Sidama', price: 12.5 }, { name: 'Yirga', price: 20.5 }, {}]);
    expect(await snapshots()).toBe(snapshot);
    expect((await api('GET', `/${after[0]?._id as string}`)).body.data).toMatchObject({ name: 'Sidama' });
  });

  it('is written after a new version of the file with the very same rows', async () => {
    const { data, edit, version } = await projectOf();
    await data();
    await version(PRICED);
    expect((await edit({ row: 2, column: 1, value: 'Sidama' })).status).toBe(200);
    expect(await data()).toMatchObject([{ name: 'Sidama' }, { name: 'Yirga' }, { name: 'Huila' }]);
  });

  it('is written after its sheet was removed and came back', async () => {
    const { id, call, data, edit, version } = await projectOf();
    await edit({ row: 2, column: 5, value: 'in a new column' });
    await data();
    await version({ ...PRICED, name: 'other.csv' });
    await call('POST', apiPaths.driveVersionRestore(id, 1));
    expect((await edit({ row: 2, column: 1, value: 'Sidama' })).status).toBe(200);
    expect(await data()).toMatchObject([{ name: 'Sidama' }, { name: 'Yirga' }, { name: 'Huila' }]);
  });

  it('adds a row below the last, and removes one that becomes blank', async () => {
    const { data, edit, snapshots } = await projectOf();
    const snapshot = await snapshots();
    await edit({ row: 6, column: 1, value: 'Aceh' }, { row: 6, column: 3, value: '011' });
    await edit(...[1, 2, 3, 4].map((column) => ({ row: 3, column, value: '' })));
    expect((await data()).map(({ name, code }) => [name, code])).toEqual([
      ['Kaffa', '007'],
      ['Huila', '009'],
      ['Aceh', '011'],
    ]);
    expect(await snapshots()).toBe(snapshot);
  });

  it('fills a blank row between other rows', async () => {
    const { data, edit, operate } = await projectOf();
    await operate({ kind: 'insertRows', at: 3, count: 2 });
    await edit({ row: 4, column: 1, value: 'Between' });
    expect((await data()).map(({ name }) => name)).toEqual(['Kaffa', 'Between', 'Yirga', 'Huila']);
  });

  it('of another type changes the type of the column, and changes it back', async () => {
    const { columns, data, edit } = await projectOf();
    expect(await columns()).toContainEqual(['price', 'number']);
    await edit({ row: 3, column: 2, value: 'on request' });
    expect(await columns()).toContainEqual(['price', 'text']);
    expect((await data()).map(({ price }) => price)).toEqual(['12.5', 'on request', '15']);
    await edit({ row: 3, column: 2, value: '14' });
    expect(await columns()).toContainEqual(['price', 'number']);
  });

  it('and writes of the API see each other', async () => {
    const { api, data, edit, shown } = await projectOf();
    const [first] = await data();
    await api('PATCH', `/${first?._id as string}`, { name: 'By API' });
    await api('POST', '', { name: 'New', price: 3 });
    expect(await shown()).toMatchObject({ 2: ['By API', '12.5', '007', 'TRUE'], 5: ['New', '3'] });
    await edit({ row: 5, column: 1, value: 'Renamed' });
    expect((await api('GET', '?price=3')).body.data).toMatchObject([{ name: 'Renamed' }]);
  });

  it('conflicts with a later write of the API', async () => {
    const { api, data, rows, patch } = await projectOf();
    const { tab } = await rows();
    const [first] = await data();
    await api('PATCH', `/${first?._id as string}`, { name: 'By API' });
    const mine = { row: 2, column: 1, value: 'Mine', before: 'Kaffa' };
    const { status, body } = await patch({ revision: tab.revision, edits: [mine] });
    expect([status, body.clashes]).toEqual([409, [{ row: 2, column: 1, cell: 'By API' }]]);
  });

  it('is not lost among many others and writes of the API', async () => {
    const { api, data, edit } = await projectOf();
    const edits = Array.from({ length: 8 }, (_, at) => edit({ row: 2, column: 1, value: `n${at}`, before: 'Kaffa' }));
    const writes = Array.from({ length: 8 }, (_, at) => api('POST', '', { name: `api ${at}` }));
    const answers = await Promise.all(edits);
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 201));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await data()).toHaveLength(11);
  });
});

describe('a removed row', () => {
  it.each([
    ['deleted with its number', { kind: 'deleteRows', at: 2, count: 1 } as const, []],
    ['left blank', undefined, [1, 2, 3, 4]],
  ])('%s, answers 410; restored, it answers again', async (_how, operation, columns) => {
    const { api, data, edit, operate } = await projectOf();
    const id = String((await data())[0]?._id);
    const done = operation
      ? await operate(operation)
      : await edit(...columns.map((column) => ({ row: 2, column, value: '' })));
    expect(done.status).toBe(200);
    expect((await api('GET', `/${id}`)).status).toBe(410);
    if (operation === undefined) return;
    const restore = (done.body as { removed?: string }).removed;
    await operate({ kind: 'insertRows', at: 2, count: 1, restore });
    expect((await api('GET', `/${id}`)).body.data).toMatchObject({ name: 'Kaffa' });
  });

  it('that has become the header answers 410', async () => {
    const { api, columns, data, edit } = await projectOf();
    const id = String((await data())[0]?._id);
    const title = [2, 3, 4].map((column) => ({ row: 1, column, value: '' }));
    const header = ['origin', 'cost', 'number', 'sold'].map((value, at) => ({ row: 2, column: at + 1, value }));
    expect((await edit(...title, ...header)).status).toBe(200);
    expect((await columns()).map(([key]) => key)).toEqual(['origin', 'cost', 'number', 'sold']);
    expect((await api('GET', `/${id}`)).status).toBe(410);
  });
});

describe('an edit of a header', () => {
  it('renames the column; the key column stays the key column', async () => {
    const { call, projectId, data, edit, sheetId } = await projectOf();
    const tabs = [{ sheetId, keyColumn: 'code' }];
    await call('PUT', apiPaths.projectUpdate(projectId), { tabs });
    expect((await data()).map(({ _id }) => _id)).toEqual(['007', '008', '009']);
    await edit({ row: 1, column: 3, value: 'number' });
    expect((await data())[0]).toEqual({ _id: '007', name: 'Kaffa', price: 12.5, number: '007', open: true });
  });

  it('adds a column', async () => {
    const { columns, edit } = await projectOf();
    await edit({ row: 1, column: 5, value: 'note' }, { row: 2, column: 5, value: 'best' });
    expect(await columns()).toContainEqual(['note', 'text']);
  });
});

describe('a value of another type than its column', () => {
  it('is reported with its value in the endpoint, until the column becomes text', async () => {
    const { edit, data } = await projectOf();
    const fitting = await edit({ row: 2, column: 2, value: '13' }, { row: 3, column: 2, value: '' });
    expect(fitting.body.misfits).toBeUndefined();
    const { status, body } = await edit(
      { row: 2, column: 2, value: 'abc' },
      { row: 3, column: 2, value: '15' },
      { row: 4, column: 4, value: 'maybe' },
      { row: 4, column: 1, value: '12' },
    );
    expect(status).toBe(200);
    expect(body.misfits).toEqual([
      { row: 2, column: 2, key: 'price', type: 'number', becomesText: 'column' },
      { row: 4, column: 4, key: 'open', type: 'boolean', becomesText: 'column' },
    ]);
    expect((await data()).map(({ price }) => price)).toEqual(['abc', '15', '15']);
    expect((await edit({ row: 3, column: 2, value: 'def' })).body.misfits).toBeUndefined();
  });

  it('is served as text if the type is set, and is not reported after an edit of the header', async () => {
    const { call, projectId, sheetId, edit, data } = await projectOf();
    await call('PUT', apiPaths.projectUpdate(projectId), { tabs: [{ sheetId, columnTypes: { price: 'number' } }] });
    const { body } = await edit({ row: 2, column: 2, value: 'abc' });
    expect(body.misfits).toEqual([{ row: 2, column: 2, key: 'price', type: 'number', becomesText: 'value' }]);
    expect((await data()).map(({ price }) => price)).toEqual(['abc', 14, 15]);
    expect((await edit({ row: 1, column: 2, value: 'cost' })).body.misfits).toBeUndefined();
  });
});

describe('a paused project', () => {
  it('refuses edits of its sheet', async () => {
    const { call, projectId, edit, operate, shown } = await projectOf();
    await call('PUT', apiPaths.projectUpdate(projectId), { paused: true });
    const { status, body } = await edit({ row: 2, column: 1, value: 'No' });
    expect([status, body.code]).toEqual([409, 'project_paused']);
    expect((await operate({ kind: 'deleteRows', at: 2, count: 1 })).status).toBe(409);
    expect((await shown())[2]?.[0]).toBe('Kaffa');
  });
});

it('a restored project has the edits made while it was deleted', async () => {
  const { call, projectId, edit, data } = await projectOf();
  await call('DELETE', apiPaths.project(projectId));
  await edit({ row: 2, column: 1, value: 'Meanwhile' });
  await edit({ row: 1, column: 5, value: 'note' });
  await call('POST', apiPaths.projectRestore(projectId));
  expect((await data())[0]).toMatchObject({ name: 'Meanwhile', note: null });
});

it('a tab has the number of today’s calls of its endpoint', async () => {
  const { projectId, rows } = await projectOf();
  const { id } = await test.db
    .selectFrom('project_tabs')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const today = new Date().toISOString().slice(0, 10);
  const counted = { project_id: projectId, tab_id: id, method: 'GET', outcome: '2xx', from_cache: 0 } as const;
  await test.db
    .insertInto('usage_counts')
    .values([
      { ...counted, hour: `${today}T00`, requests: 200 },
      { ...counted, hour: `${today}T23`, requests: 14 },
      { ...counted, hour: '2020-01-01T00', requests: 1_000 },
    ])
    .execute();
  expect((await rows()).tab.callsToday).toBe(214);
});
