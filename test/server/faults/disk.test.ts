import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { Problem } from '../../../src/contract/problems';
import { SQLITE_FILE } from '../../../src/server/database/sqlite';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { SMALL_CSV, upload, uploadTraces } from '../../fixtures/driveFiles';
import { buildSpawnable, type BuiltServer, signUp, type SpawnedServer } from '../../fixtures/spawned';
import { makeWritableList } from '../../fixtures/writableList';
import { writable } from '../endpoints/write/writing';
import { ORIGIN, PASSWORD, type SignedIn } from '../../fixtures/people';
import { pragma } from '../../fixtures/pragma';

const test = beforeTests(() => buildTestApp({ databaseUrl: undefined }));
const cafes = beforeTests(() => writable(test));

const makeProject = () =>
  test.app.inject({
    method: 'POST',
    url: apiPaths.projectKeys(cafes.project.id),
    headers: cafes.owner.headers,
    payload: { name: 'x'.repeat(60), kind: 'secret', scopes: ['read'] },
  });

describe('a full disk', () => {
  it('refuses whole writes, and the server recovers by itself when there is space', async () => {
    const acknowledged = new Set<string>();
    const write = async () => {
      const Name = randomBytes(8).toString('hex');
      const answer = await cafes.call('POST', '', { body: { Name, Note: randomBytes(4_000).toString('hex') } });
      if (answer.status === 201) acknowledged.add(Name);
      return answer;
    };
    await write();
    await pragma(test.db, `max_page_count = ${Number(await pragma(test.db, 'page_count'))}`);
    let answer = await write();
    for (let n = 0; n < 200 && answer.status === 201; n += 1) answer = await write();
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '30' }, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('disk of the server is full');
    const names = () => cafes.rows().then((rows) => rows.map(({ Name }) => String(Name)).slice(3));
    expect(await names()).toEqual([...acknowledged]);
    cafes.reload();
    expect(await names()).toEqual([...acknowledged]);
    await pragma(test.db, 'max_page_count = 1073741823');
    expect((await write()).status).toBe(201);
    cafes.reload();
    expect(await names()).toEqual([...acknowledged]);
  });
});

describe('a disk that cannot be written to', () => {
  it('reads are answered and writes refused, and the server recovers by itself', async () => {
    const before = await cafes.rows();
    await pragma(test.db, 'query_only = 1');
    const answer = await cafes.call('POST', '', { body: { Name: 'never' } });
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('cannot write to its disk');
    expect((await makeProject()).statusCode).toBe(503);
    cafes.reload();
    expect(await cafes.rows()).toEqual(before);
    await pragma(test.db, 'query_only = 0');
    expect((await cafes.call('POST', '', { body: { Name: 'at last' } })).status).toBe(201);
    expect((await makeProject()).statusCode).toBe(201);
  });
});

describe('accounts on a disk that cannot be written to', () => {
  const { signUpEmail, signOut, getSession } = authPaths;
  const session = async ({ headers }: SignedIn) =>
    (await test.app.inject({ url: getSession, headers })).json<unknown>();
  const post = (url: string, headers: Record<string, string>, payload: object = {}) =>
    test.app.inject({ method: 'POST', url, headers: { origin: ORIGIN, ...headers }, payload });
  afterEach(() => pragma(test.db, 'query_only = 0'));

  it('people stay signed in although their session cannot be renewed', async () => {
    const who = await test.signUp();
    const inFiveDays = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await sql`update session set "expiresAt" = ${inFiveDays}`.execute(test.db);
    await pragma(test.db, 'query_only = 1');
    expect(await session(who)).toMatchObject({ session: { expiresAt: inFiveDays }, user: {} });
    await pragma(test.db, 'query_only = 0');
    expect(await session(who)).not.toMatchObject({ session: { expiresAt: inFiveDays } });
  });

  it('a sign-out and a sign-up that were not written are refused', async () => {
    const who = await test.signUp();
    const person = { name: 'Eva', email: 'eva@tabpoint.example', password: PASSWORD };
    await pragma(test.db, 'query_only = 1');
    for (const answer of [await post(signOut, who.headers), await post(signUpEmail, {}, person)]) {
      expect([answer.statusCode, answer.json<Problem>().code]).toEqual([503, 'busy']);
    }
    await pragma(test.db, 'query_only = 0');
    expect(await session(who)).toMatchObject({ user: {} });
    expect((await post(signOut, who.headers)).statusCode).toBe(200);
    expect(await session(who)).toBeNull();
    expect((await post(signUpEmail, {}, person)).statusCode).toBe(200);
  });
});

describe('a temporary file that cannot be written', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['ENOSPC', 'disk of the server is full'],
    ['EROFS', 'cannot write to its disk'],
    ['EACCES', 'cannot write to its disk'],
    ['EMFILE', 'too many files open'],
  ])('refuses the upload (%s), and the next one is stored', async (code, sentence) => {
    const before = await uploadTraces(test);
    jest.spyOn(fs, 'createWriteStream').mockImplementationOnce(() => {
      const error = Object.assign(new Error(code), { code, syscall: 'write' });
      return new PassThrough().destroy(error) as unknown as fs.WriteStream;
    });
    const refused = await upload(test, cafes.owner, SMALL_CSV);
    expect([refused.statusCode, refused.json<Problem>().code]).toEqual([503, 'busy']);
    expect(refused.json<Problem>().detail).toContain(sentence);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await uploadTraces(test)).toEqual(before);
    expect((await upload(test, cafes.owner, SMALL_CSV)).statusCode).toBe(201);
  });
});

describe('a disk on which a write fails midway', () => {
  let built: BuiltServer;
  beforeAll(async () => (built = await buildSpawnable()));
  afterAll(() => built.remove());

  it('writes are refused and reads answered; after a kill everything acknowledged exists', async () => {
    const roomy = await built.start();
    const list = await makeWritableList(roomy, await signUp(roomy), 'Name,Note\n');
    await roomy.end('SIGINT');
    const kept: string[] = [];
    const write = async ({ url }: SpawnedServer, Name: string) => {
      const headers = { ...list.headers, 'content-type': 'application/json' };
      const body = JSON.stringify({ Name, Note: randomBytes(10_000).toString('hex') });
      const answer = await fetch(url + list.path, { method: 'POST', headers, body });
      if (answer.status === 201) kept.push(Name);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const names = async ({ url }: SpawnedServer) => {
      const { data } = (await (await fetch(`${url}${list.path}?_limit=1000`, list)).json()) as {
        data: { Name: string }[];
      };
      return data.map(({ Name }) => Name);
    };
    const { size } = await stat(join(built.dataDir, SQLITE_FILE));
    const limited = await built.start({}, { fileBytes: size + 1_000_000 });
    let answer = await write(limited, 'first');
    for (let n = 0; n < 400 && answer.status === 201; n += 1) answer = await write(limited, `row ${n}`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
    expect(answer.body.detail).toContain('cannot write to its disk. Nothing was written');
    expect(kept.length).toBeGreaterThan(10);
    expect(await names(limited)).toEqual(kept);
    await limited.end('SIGKILL');
    const server = await built.start();
    expect(await names(server)).toEqual(kept);
    expect((await write(server, 'afterwards')).status).toBe(201);
  });
});

describe('a damaged snapshot', () => {
  const tab = () =>
    test.db.selectFrom('project_tabs').selectAll().where('id', '=', cafes.tabId).executeTakeFirstOrThrow();
  const damage = (blob: string) =>
    test.db
      .updateTable('blob_chunks')
      .set({ bytes: randomBytes(300) })
      .where('blob_id', '=', blob)
      .execute();

  it('is derived again from the sheet and the log, with the same rows and ids', async () => {
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

  it('is an error if the sheet is damaged too, and nothing changes', async () => {
    const { snapshot_blob, raw_blob } = await tab();
    await damage(snapshot_blob);
    await damage(raw_blob ?? '');
    cafes.reload();
    const { status, body } = await cafes.call('GET');
    expect([status, body.code]).toEqual([500, 'internal']);
    expect(body.detail).toContain('is damaged');
    expect((await tab()).snapshot_blob).toBe(snapshot_blob);
  });
});
