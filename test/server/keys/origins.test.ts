import { apiPaths, endpointPath } from '../../../src/contract/paths';
import type { KeyAnswer, KeysAnswer } from '../../../src/contract/keys';
import { Keyring } from '../../../src/server/access/keyring';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import type { SignedIn } from '../../fixtures/people';
import { keyHashOf } from '../../../src/server/access/presentedKey';
import { publishProject } from '../endpoints/published';
import { bearer, makeKey } from './keyOf';

const SHOP = 'https://shop.example';
const BLOG = 'https://blog.example';

let server: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  server = await buildTestApp();
  owner = await server.signUp();
});
afterAll(() => server.close());

const project = async () =>
  (
    await publishProject(server.db, owner.person.id, [{ title: 'teas', slug: 'teas', lines: ['Name', 'Assam'] }], {
      access: 'private',
    })
  ).id;

const bind = (id: string, keyId: string, payload: object) =>
  server.app.inject({ method: 'PATCH', url: apiPaths.projectKey(id, keyId), headers: owner.headers, payload });

const readFrom = (id: string, secret: string, origin?: string) =>
  server.app.inject({
    url: endpointPath(id, 'teas'),
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
  const { keys } = (
    await server.app.inject({ url: apiPaths.projectKeys(id), headers: owner.headers })
  ).json<KeysAnswer>();
  expect(keys[0]?.origins).toEqual([BLOG]);
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

it('another server on the same database gets the change', async () => {
  const { id, keyId, secret } = await boundKey([SHOP]);
  const other = new Keyring(server.db);
  await other.refresh(Date.now());
  await bind(id, keyId, { origins: [BLOG] });
  await other.refresh(Date.now());
  expect(other.find(keyHashOf(secret))?.caller.origins).toEqual([BLOG]);
});

it.each([
  ['no origin', ['shop.example']],
  ['http', ['http://shop.example']],
  ['a path', [`${SHOP}/page`]],
])('refuses %s and names it', async (_what, origins) => {
  const { id, keyId } = await boundKey([SHOP]);
  const answer = await bind(id, keyId, { origins: [SHOP, ...origins] });
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
  await server.app.inject({ method: 'DELETE', url: apiPaths.projectKey(gone.id, gone.keyId), headers: owner.headers });
  expect((await bind(gone.id, gone.keyId, { origins: [BLOG] })).statusCode).toBe(404);
  expect((await readFrom(gone.id, gone.secret)).statusCode).toBe(401);
});
