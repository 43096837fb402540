import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { purgeTrash } from '../../../src/server/projects/projectLifecycle';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import { Keyring } from '../../../src/server/access/keyring';
import { PASSWORD } from '../../fixtures/people';
import { publishProject } from '../endpoints/published';
import { makeKey } from '../keys/keyOf';

const server = beforeTests(() => buildTestApp());
const owner = beforeTests(() => server.signUp());

const tabs = [{ title: 'beans', slug: 'beans', lines: ['Name', 'Kaffa'] }];

const keyIn = async (keyring: Keyring, secret: string) => (await keyring.present(secret, Date.now())).key;

async function made() {
  const { id } = await publishProject(server.db, owner.person.id, tabs);
  return { id, ...(await makeKey(server, owner, id)) };
}

const revoke = (id: string, keyId: string) =>
  server.app.inject({ method: 'DELETE', url: apiPaths.projectKey(id, keyId), headers: owner.headers });

/** Creates a keyring as another server on the same database has it. */
async function another() {
  const keyring = new Keyring(server.db);
  await keyring.refresh(Date.now());
  return keyring;
}

it('a refresh finds keys that another server created and revoked', async () => {
  const keyring = await another();
  const { id, key, secret } = await made();
  expect(await keyIn(keyring, secret)).toBeUndefined();
  await keyring.refresh(Date.now());
  expect(await keyIn(keyring, secret)).toBeDefined();
  // Older than what a poll looks back.
  const changed_at = new Date(Date.now() - 3_600_000).toISOString();
  await server.db.updateTable('api_keys').set({ changed_at }).where('id', '=', key.id).execute();
  await revoke(id, key.id);
  await keyring.refresh(Date.now());
  expect(await keyIn(keyring, secret)).toBeUndefined();
});

it('a revoked key stays revoked even if an older row of the database arrives later', async () => {
  const { id, key, secret } = await made();
  const keyring = await another();
  const before = await server.db.selectFrom('api_keys').selectAll().where('id', '=', key.id).executeTakeFirstOrThrow();
  await revoke(id, key.id);
  await keyring.refresh(Date.now());
  keyring.apply(before);
  expect(await keyIn(keyring, secret)).toBeUndefined();
});

it('stores when keys were last used, the later time of two servers', async () => {
  const { key, secret } = await made();
  const [one, other] = [await another(), await another()];
  const use = async (keyring: Keyring, time: string) => {
    expect(await keyring.present(secret, Date.parse(time))).toMatchObject({ key: { id: key.id } });
    await keyring.flush();
    const row = await server.db.selectFrom('api_keys').selectAll().where('id', '=', key.id).executeTakeFirst();
    return row?.last_used_at;
  };
  expect(await use(one, '2026-03-04T05:06:07.000Z')).toBe('2026-03-04T05:06:07.000Z');
  expect(await use(other, '2026-03-04T05:00:00.000Z')).toBe('2026-03-04T05:06:07.000Z');
  expect(await use(other, '2026-03-05T00:00:00.000Z')).toBe('2026-03-05T00:00:00.000Z');
});

it('drops the keys of a project that is purged', async () => {
  const { id, secret } = await made();
  const { secret: other } = await made();
  const own = server.services.keyring;
  await server.app.inject({ method: 'DELETE', url: apiPaths.project(id), headers: owner.headers });
  await purgeTrash(server.services, new Date());
  expect(await keyIn(own, secret)).toBeDefined();
  await purgeTrash(server.services, new Date(Date.now() + 31 * 24 * 60 * 60 * 1000));
  expect(await keyIn(own, secret)).toBeUndefined();
  expect(await keyIn(own, other)).toBeDefined();
});

it('drops the keys of a deleted account', async () => {
  const leaving = await server.signUp();
  const { id } = await publishProject(server.db, leaving.person.id, tabs);
  const { secret } = await makeKey(server, leaving, id);
  const { secret: other } = await made();
  const request = { method: 'POST', url: authPaths.deleteUser, headers: leaving.headers } as const;
  const answer = await server.app.inject({ ...request, payload: { password: PASSWORD } });
  expect(answer.statusCode).toBe(200);
  expect(await keyIn(server.services.keyring, secret)).toBeUndefined();
  expect(await keyIn(server.services.keyring, other)).toBeDefined();
});

it('keeps a key that is created while it looks for deleted ones', async () => {
  const own = server.services.keyring;
  const looking = own.forgetMissing();
  const { secret } = await made();
  await looking;
  expect(await keyIn(own, secret)).toBeDefined();
});
