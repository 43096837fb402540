import type { LightMyRequestResponse } from 'fastify';
import { DRIVE_BYTES } from '../../../../src/contract/plans';
import type { Project } from '../../../../src/contract/projects';
import { apiPaths } from '../../../../src/contract/paths';
import type { SyncsAnswer } from '../../../../src/contract/syncs';
import type { DriveVersionsAnswer, VersionAnswer, VersionDifference } from '../../../../src/contract/versions';
import { collectedBlobs } from '../../../fixtures/collectedBlobs';
import { buildTestApp } from '../../../fixtures/apps';
import { beforeTests } from '../../../fixtures/beforeTests';
import { madeWorkbook, type SentFile, uploaded, uploadTraces, uploadVersion } from '../../../fixtures/driveFiles';
import { newAddress, PASSWORD, type SignedIn } from '../../../fixtures/people';
import { writable, type Writable } from '../../endpoints/write/writing';
import { readMetrics } from '../../ops/readMetrics';

const test = beforeTests(() => buildTestApp());

const csv = (...lines: readonly string[]): SentFile => ({ name: 'teas.csv', bytes: `${lines.join('\n')}\n` });
const TEAS = csv('name,price', 'Assam,4', 'Darjeeling,7', 'Sencha,9');

function versionsOf({ owner, project: { id, sheetId } }: Writable) {
  const answer = async <T>(sent: Promise<LightMyRequestResponse>) => {
    const response = await sent;
    return { status: response.statusCode, body: response.json<T>() };
  };
  const send = <T>(file: SentFile, query: string) => answer<T>(uploadVersion(test, owner, sheetId, file, query));
  const call = <T>(method: 'GET' | 'POST', url: string) =>
    answer<T>(test.app.inject({ method, url, headers: owner.headers }));
  return {
    list: async () => (await call<DriveVersionsAnswer>('GET', apiPaths.driveVersions(sheetId))).body.versions,
    difference: (file: SentFile, query = '') => send<VersionDifference>(file, `?dry_run=1${query}`),
    apply: (file: SentFile, query = '') => send<VersionAnswer>(file, query),
    restore: (n: number, query = '') =>
      call<VersionAnswer>('POST', `${apiPaths.driveVersionRestore(sheetId, n)}${query}`),
    history: async () => (await call<SyncsAnswer>('GET', apiPaths.projectSyncs(id))).body.syncs,
    project: async () => (await call<{ project: Project }>('GET', apiPaths.project(id))).body.project,
  };
}

/** A new project of a file, and the calls about its versions. */
async function started(file = TEAS) {
  const teas = await writable(test, file);
  return { teas, versions: versionsOf(teas) };
}

const renamed = (titles: object) => `?renamed=${encodeURIComponent(JSON.stringify(titles))}`;

const named = (rows: readonly Record<string, unknown>[]) => rows.map(({ name }) => name);
const idsOf = (rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(rows.map(({ name, _id }) => [String(name), _id]));

const traces = () => uploadTraces(test);

describe('the difference to a new version', () => {
  it('lists rows and columns by tab, and stores nothing', async () => {
    const { teas, versions } = await started();
    const rows = await teas.rows();
    const before = await traces();
    const fresh = csv('name,price,origin', 'Assam,5,India', 'Sencha,9,Japan', 'Oolong,8,Taiwan', 'Pu-erh,6,China');
    const { status, body } = await versions.difference(fresh);
    expect(status).toBe(200);
    expect(body.tabs).toEqual([
      {
        title: 'teas',
        kind: 'changed',
        ...{ added: 2, changed: 2, deleted: 1, apiRowsKept: 0, apiRowsDropped: 0 },
        ...{ columnsAdded: ['origin'], columnsDeleted: [], columnsRetyped: [] },
      },
    ]);
    expect(await traces()).toEqual(before);
    expect(await teas.rows()).toEqual(rows);
    expect(await versions.list()).toHaveLength(1);
  });
});

describe('a new version', () => {
  it('keeps the ids of rows, and the project has its rows at once', async () => {
    const { teas, versions } = await started();
    const before = idsOf(await teas.rows());
    const revision = (await versions.project()).revision;
    const { status, body } = await versions.apply(csv('name,price', 'Oolong,8', 'Assam,4', 'Sencha,10'));
    expect(status).toBe(201);
    expect(body.version).toMatchObject({
      n: 2,
      current: true,
      fileName: 'teas.csv',
      tabs: [{ title: 'teas', rows: 3 }],
    });
    const rows = await teas.rows();
    expect(rows).toMatchObject([
      { name: 'Oolong', price: 8 },
      { _id: before.Assam, name: 'Assam', price: 4 },
      { _id: before.Sencha, name: 'Sencha', price: 10 },
    ]);
    expect(Object.values(before)).not.toContain(rows[0]?._id);
    teas.reload();
    expect(await teas.rows()).toEqual(rows);
    expect(await versions.project()).toMatchObject({ revision: revision + 1, status: 'live', tabs: [{ rows: 3 }] });
    expect((await teas.sync()).revision).toBe(revision + 1);
    expect((await teas.call('GET', `/${String(before.Darjeeling)}`)).status).toBe(410);
  });

  it.each([
    ['sorted', ['Sencha,9', 'Darjeeling,7', 'Assam,4']],
    ['sorted and changed', ['Sencha,10', 'Darjeeling,8', 'Assam,4']],
    ['removed and added', ['Oolong,8', 'Pu-erh,6', 'Sencha,9']],
    ['mostly rewritten', ['Assam,4', 'Oolong,8', 'Sencha,9']],
  ])('gives no row the id of another one after rows were %s', async (_what, lines) => {
    const { teas, versions } = await started();
    const before = idsOf(await teas.rows());
    await versions.apply(csv('name,price', ...lines));
    const rows = await teas.rows();
    expect(named(rows)).toEqual(lines.map((line) => line.split(',')[0]));
    const others = rows.map(({ name, _id }) => Object.keys(before).find((one) => before[one] === _id) ?? name);
    expect(others).toEqual(named(rows));
  });

  it('derives the rows of each sheet once, with the settings of its endpoint', async () => {
    const { teas, versions } = await started();
    await teas.update({ tabs: [{ sheetId: teas.sheetId, columnTypes: { price: 'text' } }] });
    const jobs = async () => {
      const done = readMetrics((await test.app.inject({ url: '/metrics' })).body).filter(
        ({ name, labels }) => name === 'tabpoint_worker_jobs_total' && labels.outcome === 'done',
      );
      return Object.fromEntries(done.map(({ labels, value }) => [labels.job, value]));
    };
    const before = await jobs();
    const { body } = await versions.apply(csv('name,price', 'Assam,5'));
    const after = await jobs();
    expect(after).toEqual({ ...before, importWorkbook: after.importWorkbook, mergeTab: (before.mergeTab ?? 0) + 1 });
    expect(body.difference.tabs).toMatchObject([{ changed: 1, deleted: 2, columnsRetyped: [] }]);
    expect(await teas.rows()).toMatchObject([{ name: 'Assam', price: '5' }]);
  });

  it('is read with the chosen header row, so that its rows are matched', async () => {
    const { teas, versions } = await started(csv('old,list', 'name,price', 'Assam,4', 'Sencha,9'));
    await teas.update({ tabs: [{ sheetId: teas.sheetId, headerRow: 2 }] });
    const before = idsOf(await teas.rows());
    const { body } = await versions.apply(csv('new,heading', 'name,price', 'Sencha,9', 'Oolong,8'));
    expect(body.difference.tabs).toMatchObject([{ added: 1, changed: 0, deleted: 1, columnsAdded: [] }]);
    expect(idsOf(await teas.rows()).Sencha).toBe(before.Sencha);
  });

  it('is in the history, with its changes', async () => {
    const { teas, versions } = await started();
    await versions.apply(csv('name,price', 'Assam,5', 'Darjeeling,7', 'Sencha,9', 'Oolong,8'));
    const [newest, first] = await versions.history();
    const changes = [{ sheetId: teas.sheetId, title: 'teas', added: 1, changed: 1, deleted: 0 }];
    expect(newest).toMatchObject({ startedBy: 'upload', result: 'done', changes });
    expect(first).toMatchObject({ startedBy: 'person', changes: [{ added: 3 }] });
  });

  it('keeps rows added by the API, which can be written to as before', async () => {
    const { teas, versions } = await started();
    const { body: made } = await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20 }] });
    await teas.fold();
    await teas.call('POST', '', { body: [{ name: 'Rooibos', price: 3 }] });
    const fresh = csv('price,name', '4,Assam', '7,Darjeeling', '9,Sencha', '8,Oolong', '6,Pu-erh');
    const { body: difference } = await versions.difference(fresh);
    expect(difference.tabs).toMatchObject([{ apiRowsKept: 2, apiRowsDropped: 0, added: 2, deleted: 0 }]);
    await versions.apply(fresh);
    const rows = await teas.rows();
    expect(named(rows)).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Oolong', 'Pu-erh', 'Matcha', 'Rooibos']);
    expect(rows[5]).toEqual({ _id: made.data[0]._id, name: 'Matcha', price: 20 });
    const changed = await teas.call('PATCH', `/${made.data[0]._id}`, { body: { price: 21 } });
    expect(changed.body.data).toMatchObject({ name: 'Matcha', price: 21 });
    await teas.call('POST', '', { body: { name: 'Chai', price: 2 } });
    await teas.fold();
    teas.reload();
    expect((await teas.rows()).slice(5)).toMatchObject([
      { name: 'Matcha', price: 21 },
      { name: 'Rooibos', price: 3 },
      { name: 'Chai', price: 2 },
    ]);
  });

  it('removes rows added by the API on request', async () => {
    const { teas, versions } = await started();
    const { body } = await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20 }] });
    const { body: announced } = await versions.difference(TEAS, '&drop_api_rows=1');
    expect(announced.tabs).toMatchObject([{ deleted: 1, apiRowsKept: 0, apiRowsDropped: 1 }]);
    expect((await versions.apply(TEAS, '?drop_api_rows=1')).body.difference).toEqual(announced);
    expect(named(await teas.rows())).toEqual(['Assam', 'Darjeeling', 'Sencha']);
    expect((await teas.call('GET', `/${body.data[0]._id}`)).status).toBe(410);
    expect((await versions.history())[0]?.changes).toMatchObject([{ added: 0, changed: 0, deleted: 1 }]);
  });

  it('matches rows added by the API with rows of the file, even with another cell', async () => {
    const { teas, versions } = await started(csv('name,price,origin', 'Assam,4,India'));
    const { body: made } = await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20, origin: 'Japan' }] });
    await versions.apply(csv('name,price,origin', 'Assam,4,India', 'Matcha,22,Japan'));
    expect((await teas.rows())[1]).toEqual({ _id: made.data[0]._id, name: 'Matcha', price: 22, origin: 'Japan' });
    await versions.apply(csv('name,price,origin', 'Assam,4,India'));
    expect(named(await teas.rows())).toEqual(['Assam']);
  });

  it('keeps a row added by the API beside a new row of the file that shares half of its cells', async () => {
    const { teas, versions } = await started();
    const { body: made } = await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20 }] });
    await versions.apply(csv('name,price', 'Assam,4', 'Darjeeling,7', 'Sencha,9', 'Gyokuro,20'));
    expect((await teas.rows()).slice(3)).toMatchObject([
      { name: 'Gyokuro', price: 20 },
      { _id: made.data[0]._id, name: 'Matcha', price: 20 },
    ]);
  });

  it('has a row added by the API once, if the file has its key, whatever else has changed', async () => {
    const { teas, versions } = await started();
    await teas.update({ tabs: [{ sheetId: teas.sheetId, keyColumn: 'name' }] });
    await teas.call('POST', '', {
      body: [
        { name: 'Matcha', price: 20 },
        { name: 'Chai', price: 2 },
      ],
    });
    const { body } = await versions.apply(csv('name,price', 'Matcha,25', 'Assam,4', 'Sencha,9'));
    expect(body.difference.tabs).toMatchObject([{ apiRowsKept: 1, apiRowsDropped: 0 }]);
    expect(named(await teas.rows())).toEqual(['Matcha', 'Assam', 'Sencha', 'Chai']);
    expect((await teas.call('GET', '/Matcha')).body.data).toMatchObject({ price: 25 });
    await teas.call('POST', '', { body: [{ name: 'Darjeeling', price: 70 }] });
    await versions.restore(1);
    expect(named(await teas.rows())).toEqual(['Assam', 'Darjeeling', 'Sencha', 'Matcha', 'Chai']);
    expect((await teas.call('GET', '/Darjeeling')).body.data).toMatchObject({ price: 7 });
  });

  it('keeps a row added by the API beside a row of the file that differs in the key only', async () => {
    const { teas, versions } = await started(csv('name,price,origin', 'Assam,4,India'));
    await teas.update({ tabs: [{ sheetId: teas.sheetId, keyColumn: 'name' }] });
    await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20, origin: 'Japan' }] });
    await versions.apply(csv('name,price,origin', 'Assam,4,India', 'Gyokuro,20,Japan'));
    expect(named(await teas.rows())).toEqual(['Assam', 'Gyokuro', 'Matcha']);
  });

  it('has a row added by the API once, if the file has it at another place', async () => {
    const { teas, versions } = await started();
    const { body: made } = await teas.call('POST', '', { body: [{ name: 'Matcha', price: 20 }] });
    await versions.apply(csv('name,price', 'Matcha,20', 'Assam,4', 'Darjeeling,7', 'Sencha,9'));
    const rows = await teas.rows();
    expect(named(rows)).toEqual(['Matcha', 'Assam', 'Darjeeling', 'Sencha']);
    expect(rows[0]?._id).toBe(made.data[0]._id);
  });

  it('has equal rows added by the API as often as before, if the file has them at another place', async () => {
    const { teas, versions } = await started();
    const matcha = { name: 'Matcha', price: 20 };
    const { body: made } = await teas.call('POST', '', { body: [matcha, matcha] });
    await versions.apply(csv('name,price', 'Matcha,20', 'Matcha,20', 'Assam,4', 'Darjeeling,7', 'Sencha,9'));
    const rows = await teas.rows();
    expect(named(rows)).toEqual(['Matcha', 'Matcha', 'Assam', 'Darjeeling', 'Sencha']);
    expect(rows.slice(0, 2)).toEqual(made.data);
  });

  it('loses no concurrent writes', async () => {
    const { teas, versions } = await started();
    let applying = true;
    const applied = versions
      .apply(csv('name,price', 'Assam,4', 'Darjeeling,7', 'Sencha,9', 'Oolong,8'))
      .finally(() => (applying = false));
    let written = 0;
    while (applying) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      written += 1;
      expect((await teas.call('POST', '', { body: { name: `New ${written}`, price: 1 } })).status).toBe(201);
    }
    const { status } = await applied;
    expect([201, 503]).toContain(status);
    teas.reload();
    const rows = named(await teas.rows());
    for (let n = 1; n <= written; n += 1) expect(rows).toContain(`New ${n}`);
    expect(rows.includes('Oolong')).toBe(status === 201);
  });

  it('keeps the endpoint of a renamed tab, adds new ones, and ends removed ones', async () => {
    const two = madeWorkbook([
      { title: 'Teas', sheetId: 1, cells: [['name'], ['Assam']] },
      { title: 'Cups', sheetId: 2, cells: [['size'], [3]] },
    ]);
    const { teas, versions } = await started(two);
    await versions.apply(
      madeWorkbook([
        { title: 'Tea list', sheetId: 1, cells: [['name'], ['Assam']] },
        { title: 'Pots', sheetId: 2, cells: [['litres'], [2]] },
      ]),
      renamed({ Teas: 'Tea list' }),
    );
    const { tabs } = await versions.project();
    expect(tabs.map(({ title }) => title)).toEqual(['Tea list', 'Pots']);
    expect((await teas.call('GET', `/v1/${teas.project.id}/Teas`)).body.data).toMatchObject([{ name: 'Assam' }]);
    await versions.apply(madeWorkbook([{ title: 'Tea list', sheetId: 1, cells: [['name'], ['Assam']] }]));
    expect((await teas.call('GET', `/v1/${teas.project.id}/Pots`)).status).toBe(410);
  });

  it('is refused while the project is paused, and for a file that is no spreadsheet', async () => {
    const { teas, versions } = await started();
    const before = await traces();
    const bad = await versions.apply({ name: 'teas.xlsx', bytes: 'no workbook' });
    expect(bad.body).toMatchObject({ code: 'not_a_workbook' });
    expect((await versions.apply(csv('', ''))).body).toMatchObject({ code: 'source_empty' });
    await teas.update({ paused: true });
    expect((await versions.apply(TEAS)).body).toMatchObject({ status: 409, code: 'project_paused' });
    expect((await versions.difference(TEAS)).body).toMatchObject({ status: 409, code: 'project_paused' });
    expect(await traces()).toEqual(before);
  });

  it('can be uploaded for a spreadsheet without a project', async () => {
    const who = await test.signUp();
    const { id } = await uploaded(test, who, TEAS);
    expect((await uploadVersion(test, who, id, csv('name,price', 'Assam,4'))).statusCode).toBe(201);
    const sheet = await test.app.inject({ url: apiPaths.driveSpreadsheet(id), headers: who.headers });
    expect(sheet.json().spreadsheet.tabs).toMatchObject([{ title: 'teas', rows: 1 }]);
  });

  describe('is not applied', () => {
    /** Runs `work` while the version is being prepared. @returns the status and code of the upload, and what is stored after it */
    async function applied(work: (who: SignedIn, id: string) => Promise<unknown>) {
      const who = await test.signUp();
      const { id } = await uploaded(test, who, TEAS);
      const run = test.workers.run.bind(test.workers);
      const spy = jest.spyOn(test.workers, 'run').mockImplementation(async (...job) => {
        if (job[0] === 'mergeTab') await work(who, id);
        return run(...job);
      });
      const { statusCode, body } = await uploadVersion(test, who, id, csv('name,price', ...Array(9).fill('Assam,4')));
      spy.mockRestore();
      const { code } = JSON.parse(body) as { code?: string };
      await test.app.inject({ method: 'POST', url: apiPaths.driveRestore(id), headers: who.headers });
      const ask = async (url: string) => (await test.app.inject({ url, headers: who.headers })).json();
      const { tabs } = (await ask(apiPaths.driveSpreadsheet(id))).spreadsheet;
      const { versions } = await ask(apiPaths.driveVersions(id));
      return { statusCode, code, rows: tabs[0].rows, versions: versions.length };
    }

    it('to a spreadsheet that is deleted meanwhile', async () => {
      const remove = ({ headers }: SignedIn, id: string) =>
        test.app.inject({ method: 'DELETE', url: apiPaths.driveSpreadsheet(id), headers });
      expect(await applied(remove)).toEqual({ statusCode: 404, code: 'not_found', rows: 3, versions: 1 });
    });

    it('if other files fill the drive meanwhile', async () => {
      const fill = async (who: SignedIn) => {
        const { id } = await uploaded(test, who, TEAS);
        const file_bytes = DRIVE_BYTES - 2 * Buffer.byteLength(TEAS.bytes);
        await test.db.updateTable('drive_spreadsheets').set({ file_bytes }).where('id', '=', id).execute();
      };
      expect(await applied(fill)).toEqual({ statusCode: 403, code: 'drive_full', rows: 3, versions: 1 });
    });
  });
});

describe('former versions', () => {
  it('are listed with their files, which can be downloaded', async () => {
    const { teas, versions } = await started();
    const autumn = { ...csv('name,price', 'Assam,4'), name: 'teas, autumn.csv' };
    await versions.apply(autumn, renamed({ teas: 'teas, autumn' }));
    expect(await versions.list()).toMatchObject([
      { n: 2, current: true, fileName: 'teas, autumn.csv', tabs: [{ title: 'teas, autumn', rows: 1 }] },
      { n: 1, current: false, fileName: 'teas.csv', tabs: [{ title: 'teas', rows: 3 }] },
    ]);
    const url = apiPaths.driveVersionFile(teas.project.sheetId, 1);
    const raw = await test.app.inject({ url, headers: teas.owner.headers });
    expect(raw.body).toBe(TEAS.bytes);
    expect(raw.headers['content-disposition']).toContain('attachment');
  });

  it('are restored as they were when they were replaced, with ids', async () => {
    const { teas, versions } = await started();
    const [assam, darjeeling] = await teas.rows();
    await teas.call('PATCH', `/${String(assam?._id)}`, { body: { price: 44 } });
    const before = await teas.rows();
    await versions.apply(csv('name,price', 'Sencha,9'));
    expect((await teas.call('GET', `/${String(darjeeling?._id)}`)).status).toBe(410);
    await teas.call('POST', '', { body: { name: 'Chai', price: 2 } });
    const { status, body } = await versions.restore(1);
    expect(status).toBe(200);
    expect(body.version).toMatchObject({ n: 3, current: true, restoredFrom: 1, fileName: 'teas.csv' });
    const rows = await teas.rows();
    expect(rows.slice(0, 3)).toEqual(before);
    expect(named(rows.slice(3))).toEqual(['Chai']);
    expect((await teas.call('GET', `/${String(darjeeling?._id)}`)).status).toBe(200);
    await versions.restore(2, '?drop_api_rows=1');
    expect(named(await teas.rows())).toEqual(['Sencha', 'Chai']);
    expect((await versions.list()).map(({ n, restoredFrom }) => [n, restoredFrom])).toEqual([
      [4, 2],
      [3, 1],
      [2, undefined],
      [1, undefined],
    ]);
  });

  it('are restored without writes from before their sheet was removed', async () => {
    const { teas, versions } = await started();
    const rows = await teas.rows();
    await versions.apply(TEAS);
    await teas.call('PATCH', '?name=Assam', { body: { price: 99 } });
    expect(await teas.rows('&price=99')).toHaveLength(1);
    await versions.apply({ ...TEAS, name: 'other.csv' });
    expect((await teas.call('GET')).status).toBe(410);
    expect((await versions.restore(1)).status).toBe(200);
    expect(await teas.rows()).toEqual(rows);
  });

  it('cannot be restored if current or unknown', async () => {
    const { versions } = await started();
    expect((await versions.restore(1)).body).toMatchObject({ status: 409, code: 'in_use' });
    expect((await versions.restore(2)).body).toMatchObject({ status: 404, code: 'not_found' });
  });

  it.each([
    [
      'the account of their owner',
      'POST' as const,
      () => '/api/auth/delete-user',
      { remoteAddress: newAddress(), payload: { password: PASSWORD } },
      200,
    ],
    ['their spreadsheet', 'DELETE' as const, (id: string) => `${apiPaths.driveSpreadsheet(id)}?permanently=1`, {}, 204],
  ])('are deleted with %s, with their bytes', async (_what, method, urlOf, more, status) => {
    const before = await collectedBlobs(test.db);
    const who = await test.signUp();
    const { id } = await uploaded(test, who, TEAS);
    await uploadVersion(test, who, id, csv('name,price', 'Assam,4'));
    const deleted = await test.app.inject({ method, url: urlOf(id), headers: who.headers, ...more });
    expect(deleted.statusCode).toBe(status);
    expect(await collectedBlobs(test.db)).toEqual(before);
  });
});

it('a version uploaded by another person is refused before its file is read', async () => {
  const teas = await writable(test, TEAS);
  const bob = await test.signUp();
  const before = await traces();
  for (const query of ['', '?dry_run=1']) {
    const response = await uploadVersion(test, bob, teas.project.sheetId, csv('name', 'Taken'), query);
    expect(response.json()).toMatchObject({ status: 404, code: 'not_found' });
  }
  expect(await traces()).toEqual(before);
});
