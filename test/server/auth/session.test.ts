import { sql } from 'kysely';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { cookieOf, newAddress, ORIGIN, PASSWORD, type SignedIn } from '../../fixtures/people';
import { quickPasswords } from '../../fixtures/passwords';
import type { PasswordHashing } from '../../../src/server/parts';
import { makeKey } from '../keys/keyOf';

const server = beforeTests(() => buildTestApp());

const post = (url: string, payload: object, headers: Record<string, string> = {}, remoteAddress = newAddress()) =>
  server.app.inject({ method: 'POST', url, headers: { origin: ORIGIN, ...headers }, remoteAddress, payload });
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
const sessionOf = async ({ headers }: SignedIn) => (await get(authPaths.getSession, headers)).json();
const signIn = (email: string, password = PASSWORD, remoteAddress = newAddress()) =>
  post(authPaths.signInEmail, { email, password }, {}, remoteAddress);

describe('an account', () => {
  test('nobody is signed in at first', async () => {
    const response = await get(authPaths.getSession);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toBeNull();
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('signing up signs in', async () => {
    const ada = await server.signUp('Ada@Tabpoint.example');
    expect(await sessionOf(ada)).toMatchObject({ user: { email: 'ada@tabpoint.example', name: 'Ada' } });
  });

  test('the cookie is of no use to scripts or other sites', async () => {
    await server.signUp('cookie@tabpoint.example');
    const cookies = (await signIn('cookie@tabpoint.example')).headers['set-cookie'];
    expect(String(cookies)).toMatch(/^tabpoint\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test.each<[string, object, number, string]>([
    ['a short password', { name: 'a', email: 'a@tabpoint.example', password: '123456789' }, 400, 'PASSWORD_TOO_SHORT'],
    ['no address', { name: 'a', email: 'nobody', password: PASSWORD }, 400, 'VALIDATION_ERROR'],
    ['nothing', {}, 400, 'VALIDATION_ERROR'],
  ])('signing up with %s returns the library’s error', async (_what, payload, status, code) => {
    const response = await post(authPaths.signUpEmail, payload);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ code, message: expect.any(String) });
  });

  test('an email address is used once', async () => {
    await server.signUp('twice@tabpoint.example');
    const again = await post(authPaths.signUpEmail, { name: 'a', email: 'TWICE@tabpoint.example', password: PASSWORD });
    expect(again.statusCode).toBe(422);
    expect(again.json()).toMatchObject({ code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' });
  });

  test('an email address is used once, also by two at the same time', async () => {
    const payload = { name: 'a', email: 'same@tabpoint.example', password: PASSWORD };
    const answers = await Promise.all([1, 2, 3].map(() => post(authPaths.signUpEmail, payload)));
    const taken = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
    expect(answers.map((answer) => answer.json().code ?? 'created').toSorted()).toEqual([taken, taken, 'created']);
  });

  test('a wrong password and an unknown address look alike', async () => {
    await server.signUp('known@tabpoint.example');
    const wrong = await signIn('known@tabpoint.example', 'wrong horse battery');
    const unknown = await signIn('unknown@tabpoint.example');
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ message: 'Invalid email or password', code: 'INVALID_EMAIL_OR_PASSWORD' });
    expect(unknown.json()).toEqual(wrong.json());
  });

  test('a new name is visible at once', async () => {
    const ada = await server.signUp();
    await post(authPaths.updateUser, { name: 'Countess' }, ada.headers);
    expect(await sessionOf(ada)).toMatchObject({ user: { name: 'Countess' } });
  });

  test('signing out ends the session', async () => {
    const ada = await server.signUp();
    expect((await post(authPaths.signOut, {}, ada.headers)).statusCode).toBe(200);
    expect(await sessionOf(ada)).toBeNull();
    expect((await get('/api/nothing', ada.headers)).json()).toMatchObject({ code: 'signed_out' });
  });

  test.each([
    ['/api/auth/revoke-other-sessions', { ended: 'second' }],
    ['/api/auth/revoke-sessions', { ended: 'both' }],
  ])('%s', async (url, { ended }) => {
    const first = await server.signUp();
    const cookie = cookieOf(await signIn(first.person.email));
    expect((await post(url, {}, first.headers)).statusCode).toBe(200);
    expect((await get(authPaths.getSession, { cookie })).json()).toBeNull();
    expect((await sessionOf(first)) === null).toBe(ended === 'both');
  });

  test('a forged cookie is nobody’s', async () => {
    const ada = await server.signUp();
    const forged = ada.cookie.replace(/=(.)/, (_all, first) => `=${first === 'x' ? 'y' : 'x'}`);
    expect((await get('/api/nothing', { cookie: forged })).json()).toMatchObject({ code: 'signed_out' });
  });
});

test('an account counts the projects and the keys of its person', async () => {
  const account = async ({ headers }: SignedIn) => (await get(apiPaths.account, headers)).json();
  const own = { hasPassword: true, secondFactor: { on: false, required: false, recoveryCodes: 0 } };
  const remove = (url: string) => server.app.inject({ method: 'DELETE', url, headers: ann.headers });
  const [ann, bob] = [await server.signUp(), await server.signUp()];
  const project = await createdProject(server, ann);
  const { key } = await makeKey(server, ann, project.id);
  await makeKey(server, ann, project.id);
  expect(await account(ann)).toEqual({ projects: 1, keys: 2, ...own });
  expect(await account(bob)).toEqual({ projects: 0, keys: 0, ...own });
  await remove(apiPaths.projectKey(project.id, key.id));
  expect(await account(ann)).toMatchObject({ projects: 1, keys: 1 });
  await remove(apiPaths.project(project.id));
  expect(await account(ann)).toMatchObject({ projects: 0, keys: 0 });
});

test('a body that is too large is refused', async () => {
  const response = await post(authPaths.signInEmail, { email: 'x'.repeat(70_000), password: PASSWORD });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ code: 'too_large' });
});

describe('deleting an account', () => {
  test('needs its password', async () => {
    const ada = await server.signUp();
    const without = await post('/api/auth/delete-user', {}, ada.headers);
    expect(without.statusCode).toBe(400);
    expect(without.json()).toEqual({
      code: 'PASSWORD_REQUIRED',
      message: 'Enter your password to delete your account.',
    });
    const wrong = await post('/api/auth/delete-user', { password: 'wrong horse battery' }, ada.headers);
    expect(wrong.json()).toMatchObject({ code: 'INVALID_PASSWORD' });
    expect(await sessionOf(ada)).not.toBeNull();
  });

  test('removes it, and its email address is free again', async () => {
    const ada = await server.signUp();
    const response = await post('/api/auth/delete-user', { password: PASSWORD }, ada.headers);
    expect(response.statusCode).toBe(200);
    expect(await sessionOf(ada)).toBeNull();
    expect((await signIn(ada.person.email)).statusCode).toBe(401);
    await expect(server.signUp(ada.person.email)).resolves.toBeDefined();
  });

  test('removes nothing if it fails: its password is still valid', async () => {
    const ada = await server.signUp();
    await sql`create table holds (person text references "user" (id))`.execute(server.db);
    await sql`insert into holds values (${ada.person.id})`.execute(server.db);
    expect((await post('/api/auth/delete-user', { password: PASSWORD }, ada.headers)).statusCode).toBe(500);
    await sql`drop table holds`.execute(server.db);
    expect(await sessionOf(ada)).not.toBeNull();
    expect((await signIn(ada.person.email)).statusCode).toBe(200);
  });
});

test('a sign-in to an account that is deleted meanwhile is refused', async () => {
  const verify: PasswordHashing['verify'] = async (said) => {
    await sql`delete from "user"`.execute(other.db);
    return quickPasswords.verify(said);
  };
  const other = await buildTestApp({}, { passwords: { ...quickPasswords, verify } });
  await other.signUp('leaving@tabpoint.example');
  const payload = { email: 'leaving@tabpoint.example', password: PASSWORD };
  const call = { method: 'POST', url: authPaths.signInEmail, headers: { origin: ORIGIN }, payload } as const;
  expect((await other.app.inject(call)).statusCode).toBe(401);
  await other.close();
});

describe('too many attempts', () => {
  test('the eleventh sign-in in a minute from one address has to wait, but not from another address', async () => {
    const address = newAddress();
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push(await signIn('unknown@tabpoint.example', PASSWORD, address));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(401), 429]);
    const refused = tries[10];
    expect(refused?.json()).toMatchObject({ message: expect.stringContaining('Too many requests') });
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await signIn('unknown@tabpoint.example')).statusCode).toBe(401);
  });

  test('headers of the client do not change its address', async () => {
    const remoteAddress = newAddress();
    let last = 0;
    for (let n = 0; n < 11; n += 1) {
      const spoofed = newAddress();
      const headers = { 'x-forwarded-for': spoofed, 'x-real-ip': spoofed, 'x-tabpoint-client-address': spoofed };
      const payload = { email: 'unknown@tabpoint.example', password: PASSWORD };
      last = (await post(authPaths.signInEmail, payload, headers, remoteAddress)).statusCode;
    }
    expect(last).toBe(429);
  });

  test('sign-ups are limited as well', async () => {
    const address = newAddress();
    let last = 0;
    for (let n = 0; n < 11; n += 1) {
      last = (await post(authPaths.signUpEmail, { name: 'a', email: 'x', password: PASSWORD }, {}, address)).statusCode;
    }
    expect(last).toBe(429);
  });
});
