import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { apiPaths, endpointPath } from '../../../src/contract/paths';
import type { KeyAnswer, KeysAnswer, MadeKey, NewKey } from '../../../src/contract/keys';
import type { ProjectAnswer, ProjectsAnswer } from '../../../src/contract/projects';
import { publishProject } from '../endpoints/published';
import { bearer, makeKey } from './keyOf';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const tabs = [
  {
    title: 'beans',
    slug: 'beans',
    lines: ['Code;Name;Cost', 'a;Kaffa;3', 'b;Yirga;4'],
    settings: { keyColumn: 'Code' },
  },
  { title: 'orders', slug: 'orders', lines: ['Item;Total', 'x;1'] },
];

const project = async () => (await publishProject(server.db, owner.person.id, tabs, { access: 'private' })).id;

const post = (id: string, payload: object) =>
  server.app.inject({ method: 'POST', url: apiPaths.projectKeys(id), headers: owner.headers, payload });

const list = async (id: string) => {
  const answer = await server.app.inject({ url: apiPaths.projectKeys(id), headers: owner.headers });
  expect(answer.statusCode).toBe(200);
  return answer;
};

/** Reads whether the project counts as called with a key, on its own and in the list. */
async function isCalled(id: string) {
  const get = (url: string) => server.app.inject({ url, headers: owner.headers });
  const { project } = (await get(apiPaths.project(id))).json<ProjectAnswer>();
  const { projects } = (await get(apiPaths.projects)).json<ProjectsAnswer>();
  expect(projects.find((one) => one.id === id)?.calledWithKey).toBe(project.calledWithKey);
  return project.calledWithKey;
}

const revoke = (id: string, keyId: string) =>
  server.app.inject({ method: 'DELETE', url: apiPaths.projectKey(id, keyId), headers: owner.headers });

const read = (id: string, secret: string, tab = 'beans') =>
  server.app.inject({ url: endpointPath(id, tab), headers: bearer(secret) });

const wish = (parts: Partial<NewKey> = {}): NewKey => ({ name: 'Bot', kind: 'secret', scopes: ['read'], ...parts });

describe('creating a key', () => {
  it('again after its response was lost revokes the one that nobody has seen', async () => {
    const id = await project();
    const lost = await post(id, wish({ id: 'lost-0123456789abc' }));
    const { secret } = lost.json<MadeKey>();
    const repeated = await post(id, wish({ id: 'lost-0123456789abc' }));
    expect([repeated.statusCode, repeated.json().code]).toEqual([422, 'invalid_key']);
    expect((await read(id, secret)).statusCode).toBe(200);
    const replaces = ['lost-0123456789abc', 'never-made-0123456'];
    const made = (await post(id, wish({ id: 'seen-0123456789abc', replaces }))).json<MadeKey>();
    expect((await list(id)).json<KeysAnswer>().keys).toEqual([made.key]);
    expect((await read(id, secret)).statusCode).toBe(401);
    expect((await read(id, made.secret)).statusCode).toBe(200);
    const other = await project();
    await post(other, wish({ replaces: ['seen-0123456789abc'] }));
    expect((await read(id, made.secret)).statusCode).toBe(200);
  });

  it('returns the secret once, and everything else about the key', async () => {
    const id = await project();
    const answer = await post(
      id,
      wish({
        name: ' Roast bot ',
        scopes: ['update', 'read', 'create'],
        tabs: [0],
        hiddenColumns: [{ sheetId: 0, columns: ['Cost'] }],
        expiresAt: '2035-04-30T12:00:00+02:00',
      }),
    );
    expect(answer.statusCode).toBe(201);
    const { key, secret } = answer.json<{ key: object; secret: string }>();
    expect(secret).toMatch(/^tp_sk_[A-Za-z0-9_-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Roast bot',
      kind: 'secret',
      prefix: secret.slice(0, 9),
      suffix: secret.slice(-4),
      scopes: ['read', 'create', 'update'],
      tabs: [0],
      hiddenColumns: [{ sheetId: 0, columns: ['Cost'] }],
      expiresAt: '2035-04-30T10:00:00.000Z',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    const listed = await list(id);
    expect(listed.json<KeysAnswer>().keys).toEqual([key]);
    expect(listed.body).not.toContain(secret.slice(10, -5));
  });

  it('stores nothing from which the secret could be recovered', async () => {
    const id = await project();
    const { secret } = await makeKey(server, owner, id);
    const rows = await server.db.selectFrom('api_keys').selectAll().where('project_id', '=', id).execute();
    expect(JSON.stringify(rows)).not.toContain(secret.slice(10, -5));
  });

  it('creates a publishable key for a page, with its origins as browsers write them', async () => {
    const id = await project();
    const answer = await post(
      id,
      wish({
        kind: 'publishable',
        scopes: ['create'],
        tabs: [1],
        origins: ['https://Shop.Example/', 'http://localhost:5173', 'https://shop.example:443'],
      }),
    );
    expect(answer.json()).toMatchObject({
      key: { kind: 'publishable', tabs: [1], origins: ['https://shop.example', 'http://localhost:5173'] },
      secret: expect.stringMatching(/^tp_pk_/),
    });
  });

  it.each<[string, Partial<NewKey>, string]>([
    ['a name of white space', { name: ' \t' }, 'name'],
    ['an unknown tab', { tabs: [0, 9] }, 'tabs.1'],
    ['a publishable key that writes', { kind: 'publishable', scopes: ['update'] }, 'scopes'],
    ['a publishable key that reads and creates', { kind: 'publishable', scopes: ['read', 'create'] }, 'scopes'],
    ['a publishable key that creates anywhere', { kind: 'publishable', scopes: ['create'] }, 'tabs'],
    ['a publishable key that creates in two tabs', { kind: 'publishable', scopes: ['create'], tabs: [0, 1] }, 'tabs'],
    ['origins of a secret key', { origins: ['https://a.example'] }, 'origins'],
    ['an origin without https', { kind: 'publishable', origins: ['http://a.example'] }, 'origins.0'],
    ['an unknown hidden column', { hiddenColumns: [{ sheetId: 0, columns: ['cost'] }] }, 'hiddenColumns.0.columns.0'],
    ['hiding the key column', { hiddenColumns: [{ sheetId: 0, columns: ['Code'] }] }, 'hiddenColumns.0.columns.0'],
    ['hiding every column', { hiddenColumns: [{ sheetId: 1, columns: ['Item', 'Total'] }] }, 'hiddenColumns.0'],
    [
      'hiding columns of a tab outside its scope',
      { tabs: [1], hiddenColumns: [{ sheetId: 0, columns: ['Cost'] }] },
      'hiddenColumns.0.sheetId',
    ],
    [
      'hiding columns of a tab twice',
      {
        hiddenColumns: [
          { sheetId: 0, columns: ['Cost'] },
          { sheetId: 0, columns: ['Name'] },
        ],
      },
      'hiddenColumns.1.sheetId',
    ],
    ['an expiry in the past', { expiresAt: '2020-01-01' }, 'expiresAt'],
    ['an expiry that is no time', { expiresAt: 'next year' }, 'expiresAt'],
  ])('refuses %s and names the field', async (_what, parts, field) => {
    const id = await project();
    const answer = await post(id, wish(parts));
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_key', errors: [{ field }] });
    expect((await list(id)).json()).toEqual({ keys: [] });
  });

  it.each([
    ['an unknown field', { ...wish(), owner: 'me' }],
    ['an unknown scope', wish({ scopes: ['admin' as never] })],
    ['an unknown kind', wish({ kind: 'master' as never })],
    ['no scope', wish({ scopes: [] })],
    ['a scope twice', wish({ scopes: ['read', 'read'] })],
  ])('refuses %s', async (_what, payload) => {
    const answer = await post(await project(), payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'invalid_request' });
  });

  it('is limited to a hundred keys, concurrent ones too', async () => {
    const id = await project();
    for (let made = 0; made < 99; made += 1) await makeKey(server, owner, id);
    const last = await Promise.all(Array.from({ length: 12 }, () => post(id, wish())));
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array<number>(11).fill(422)]);
    const answer = await post(id, wish());
    expect(answer.json()).toMatchObject({ code: 'invalid_key', hint: 'Revoke one that is not used any more.' });
    const [key] = (await list(id)).json<KeysAnswer>().keys;
    await revoke(id, key?.id ?? '');
    expect((await post(id, wish())).statusCode).toBe(201);
  });
});

describe('a key', () => {
  it('works at once, has its last use, and is dead as soon as it is revoked', async () => {
    const id = await project();
    const { key, secret } = await makeKey(server, owner, id);
    const before = new Date().toISOString();
    expect(await isCalled(id)).toBeUndefined();
    expect((await read(id, secret)).statusCode).toBe(200);
    const [listed] = (await list(id)).json<KeysAnswer>().keys;
    expect(String(listed?.lastUsedAt) >= before).toBe(true);
    expect(await isCalled(id)).toBe(true);
    expect((await revoke(id, key.id)).statusCode).toBe(204);
    const answer = await read(id, secret);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unknown_key' });
    expect((await list(id)).json()).toEqual({ keys: [] });
    expect((await revoke(id, key.id)).statusCode).toBe(404);
  });

  it('is revoked by its own project alone', async () => {
    const [id, other] = [await project(), await project()];
    const { key, secret } = await makeKey(server, owner, id);
    expect((await revoke(other, key.id)).statusCode).toBe(404);
    expect((await read(id, secret)).statusCode).toBe(200);
  });

  it('opens no other project', async () => {
    const [id, other] = [await project(), await project()];
    const { secret } = await makeKey(server, owner, id);
    const answer = await read(other, secret);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unknown_key' });
  });
});

describe('the sites of a publishable key', () => {
  const SHOP = 'https://shop.example';
  const BLOG = 'https://blog.example';

  const bind = (id: string, keyId: string, payload: object) =>
    server.app.inject({ method: 'PATCH', url: apiPaths.projectKey(id, keyId), headers: owner.headers, payload });

  const readFrom = (id: string, secret: string, origin?: string) =>
    server.app.inject({
      url: endpointPath(id, 'beans'),
      headers: { ...bearer(secret), ...(origin !== undefined && { origin }) },
    });

  async function boundKey(origins?: string[]) {
    const id = await project();
    const made = await makeKey(server, owner, id, { kind: 'publishable', ...(origins && { origins }) });
    return { id, keyId: made.key.id, secret: made.secret };
  }

  it('a change of sites applies at once', async () => {
    const { id, keyId, secret } = await boundKey([SHOP]);
    expect((await readFrom(id, secret, BLOG)).statusCode).toBe(403);
    const answer = await bind(id, keyId, { origins: ['https://Blog.Example/'] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<KeyAnswer>().key).toMatchObject({ id: keyId, origins: [BLOG] });
    expect((await readFrom(id, secret, BLOG)).headers['access-control-allow-origin']).toBe(BLOG);
    const refused = await readFrom(id, secret, SHOP);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'origin_refused' });
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    expect((await list(id)).json<KeysAnswer>().keys[0]?.origins).toEqual([BLOG]);
  });

  it('a key can be bound to sites, and an empty list allows no site: it never allows all again', async () => {
    const { id, keyId, secret } = await boundKey();
    expect((await readFrom(id, secret, BLOG)).statusCode).toBe(200);
    await bind(id, keyId, { origins: [SHOP] });
    expect((await readFrom(id, secret, BLOG)).statusCode).toBe(403);
    const answer = await bind(id, keyId, { origins: [] });
    expect(answer.json<KeyAnswer>().key.origins).toEqual([]);
    for (const origin of [SHOP, BLOG]) expect((await readFrom(id, secret, origin)).statusCode).toBe(403);
    expect((await readFrom(id, secret)).statusCode).toBe(200);
  });

  it('refuses what is no origin and names it', async () => {
    const { id, keyId } = await boundKey([SHOP]);
    const answer = await bind(id, keyId, { origins: [SHOP, `${SHOP}/page`] });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_key', errors: [{ field: 'origins.1' }] });
  });

  it.each([
    ['more than twenty', { origins: Array.from({ length: 21 }, (_, at) => `https://s${at}.example`) }],
    ['another field', { origins: [SHOP], scopes: ['delete'] }],
    ['nothing', {}],
  ])('refuses %s', async (_what, payload) => {
    const { id, keyId } = await boundKey([SHOP]);
    expect((await bind(id, keyId, payload)).statusCode).toBe(400);
  });

  it('refuses a secret key, one of another project, and a revoked one', async () => {
    const id = await project();
    const secret = await makeKey(server, owner, id);
    expect((await bind(id, secret.key.id, { origins: [SHOP] })).json()).toMatchObject({ code: 'invalid_key' });
    const other = await boundKey([SHOP]);
    expect((await bind(id, other.keyId, { origins: [BLOG] })).statusCode).toBe(404);
    const gone = await boundKey([SHOP]);
    await revoke(gone.id, gone.keyId);
    expect((await bind(gone.id, gone.keyId, { origins: [BLOG] })).statusCode).toBe(404);
    expect((await readFrom(gone.id, gone.secret)).statusCode).toBe(401);
  });
});
