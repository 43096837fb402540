import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { apiPaths } from '../../../src/contract/paths';
import { sqliteOf } from '../../../src/server/database/sqlite';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { writable, type Writable } from '../endpoints/write/writing';

let test: TestApp;
let cafes: Writable;
beforeAll(async () => {
  test = await buildTestApp({ databaseUrl: undefined });
  cafes = await writable(test);
});
afterAll(() => test.close());

const pragma = (text: string) => sqliteOf(test.db)?.pragma(text, { simple: true });

const makeProject = () =>
  test.app.inject({
    method: 'POST',
    url: apiPaths.projectKeys(cafes.project.id),
    headers: cafes.owner.headers,
    payload: { name: 'x'.repeat(60), kind: 'secret', scopes: ['read'] },
  });

describe('a disk that is full', () => {
  it('refuses what is written, all of it, and goes on by itself when there is room', async () => {
    const acknowledged = new Set<string>();
    const write = async () => {
      const Name = randomBytes(8).toString('hex');
      const answer = await cafes.call('POST', '', { body: { Name, Note: randomBytes(4_000).toString('hex') } });
      if (answer.status === 201) acknowledged.add(Name);
      return answer;
    };
    await write();
    pragma(`max_page_count = ${Number(pragma('page_count'))}`);
    let answer = await write();
    for (let n = 0; n < 200 && answer.status === 201; n += 1) answer = await write();
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '30' }, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('disk of the server is full');
    const names = () => cafes.rows().then((rows) => rows.map(({ Name }) => String(Name)).slice(3));
    expect(await names()).toEqual([...acknowledged]);
    cafes.reload();
    expect(await names()).toEqual([...acknowledged]);
    pragma('max_page_count = 1073741823');
    expect((await write()).status).toBe(201);
    cafes.reload();
    expect(await names()).toEqual([...acknowledged]);
  });
});

describe('a disk that cannot be written to', () => {
  it('answers what is read, refuses what is written, and goes on by itself', async () => {
    const before = await cafes.rows();
    pragma('query_only = 1');
    const answer = await cafes.call('POST', '', { body: { Name: 'never' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('cannot write to its disk');
    expect((await makeProject()).statusCode).toBe(503);
    cafes.reload();
    expect(await cafes.rows()).toEqual(before);
    pragma('query_only = 0');
    expect((await cafes.call('POST', '', { body: { Name: 'at last' } })).status).toBe(201);
    expect((await makeProject()).statusCode).toBe(201);
  });
});

describe('a disk that does not keep what it was given', () => {
  it('acknowledges nothing any more, writes nothing more, and answers what was there before', async () => {
    const failing = await buildTestApp({ databaseUrl: undefined });
    const teas = await writable(failing);
    sqliteOf(failing.db)?.pragma('synchronous = NORMAL');
    expect((await teas.call('POST', '', { body: { Name: 'kept' } })).status).toBe(201);
    const before = await teas.rows();
    const flush = jest.spyOn(fs, 'fdatasyncSync').mockImplementation(() => {
      throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
    });
    const answer = await teas.call('POST', '', { body: { Name: 'nobody knows' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('The disk of the server has failed');
    flush.mockRestore();
    expect((await teas.call('POST', '', { body: { Name: 'never' } })).status).toBe(503);
    await expect(teas.makeKey(['read'], { name: 'never' })).rejects.toThrow('503');
    teas.reload();
    const rows = await teas.rows();
    expect(rows.slice(0, before.length)).toEqual(before);
    expect(rows.map(({ Name }) => Name)).not.toContain('never');
    await failing.close();
  });
});

describe('a snapshot that is damaged', () => {
  const tab = () =>
    test.db.selectFrom('project_tabs').selectAll().where('id', '=', cafes.tabId).executeTakeFirstOrThrow();
  const damage = (blob: string) =>
    test.db
      .updateTable('blob_chunks')
      .set({ bytes: randomBytes(300) })
      .where('blob_id', '=', blob)
      .execute();

  /** Another form of what is kept, of the same length. */
  async function takeForm(blob: string, mark: string) {
    const chunks = test.db.selectFrom('blob_chunks').select('bytes').where('blob_id', '=', blob);
    const { bytes } = await chunks.executeTakeFirstOrThrow();
    bytes.write(mark);
    await test.db.updateTable('blob_chunks').set({ bytes }).where('blob_id', '=', blob).execute();
  }

  it('is made again of the sheet and the log, with the same rows and ids', async () => {
    await cafes.call('PATCH', `/${String((await cafes.rows())[1]?._id)}`, { body: { City: 'Bergen' } });
    const before = await cafes.rows();
    const { revision, snapshot_blob } = await tab();
    await damage(snapshot_blob);
    cafes.reload();
    const answers = await Promise.all([cafes.rows(), cafes.rows()]);
    expect(answers).toEqual([before, before]);
    expect(await tab()).toMatchObject({ revision });
    expect((await tab()).snapshot_blob).not.toBe(snapshot_blob);
    expect((await cafes.call('POST', '', { body: { Name: 'afterwards' } })).status).toBe(201);
    cafes.reload();
    expect((await cafes.rows()).map(({ Name }) => Name)).toEqual([...before.map(({ Name }) => Name), 'afterwards']);
  });

  it.each(['snapshot_blob', 'derived_from'] as const)(
    'is told from one that a newer version has written, of which nothing is changed: %s',
    async (newer) => {
      const before = await tab();
      if (newer === 'derived_from') await damage(before.snapshot_blob);
      await takeForm(before[newer] ?? '', 'TabZ');
      cafes.reload();
      const { status, body } = await cafes.call('GET', '?_limit=7');
      expect([status, body.code]).toEqual([500, 'internal']);
      expect(body.detail).toContain('newer version of Tabpoint');
      expect((await cafes.call('POST', '', { body: { Name: 'refused' } })).status).toBe(500);
      expect(await tab()).toMatchObject({ snapshot_blob: before.snapshot_blob, derived_from: before.derived_from });
    },
  );

  it('says so where the sheet is damaged too, and changes nothing', async () => {
    const { snapshot_blob, derived_from } = await tab();
    await damage(snapshot_blob);
    await damage(derived_from ?? '');
    cafes.reload();
    const { status, body } = await cafes.call('GET');
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(body.detail).toContain('is damaged');
    expect((await tab()).snapshot_blob).toBe(snapshot_blob);
  });
});
