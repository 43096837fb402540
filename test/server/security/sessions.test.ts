import crypto from 'node:crypto';
import { sql } from 'kysely';
import { authPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { cookieOf, newAddress, PASSWORD, type SignedIn } from '../../fixtures/people';
import { postTo } from '../../fixtures/secondFactors';

let post: ReturnType<typeof postTo>;
const server = beforeTests(() => buildTestApp());
const ada = beforeTests(() => server.signUp());
beforeAll(async () => {
  post = postTo(server);
});

const signIn = (email: string, cookie?: string, password = PASSWORD, address?: string) =>
  post(authPaths.signInEmail, { email, password }, cookie, address);
const personOf = async (cookie: string) =>
  (await server.app.inject({ url: authPaths.getSession, headers: { cookie } })).json()?.user?.email;

describe('a session', () => {
  test('that was planted before sign-in is replaced', async () => {
    const planted = 'tabpoint.session_token=planted.by-somebody-else';
    const response = await signIn(ada.person.email, planted);
    expect(response.statusCode).toBe(200);
    expect(cookieOf(response)).not.toContain('planted');
    expect(await personOf(cookieOf(response))).toBe(ada.person.email);
    expect(await personOf(planted)).toBeUndefined();
  });

  test('of one person stays theirs when another person signs in with its cookie', async () => {
    const mallory = await server.signUp();
    const cookie = cookieOf(await signIn(ada.person.email, mallory.cookie));
    expect(cookie).not.toBe(mallory.cookie);
    expect(await personOf(cookie)).toBe(ada.person.email);
    expect([mallory.person.email, undefined]).toContain(await personOf(mallory.cookie));
  });

  test('is a new one at each sign-in', async () => {
    const cookies = await Promise.all([1, 2, 3].map(async () => cookieOf(await signIn(ada.person.email))));
    expect(new Set([ada.cookie, ...cookies]).size).toBe(4);
  });

  test('is known by its cookie alone: no response that a script can read contains its token', async () => {
    const email = 'token@tabpoint.example';
    const signedUp = await post(authPaths.signUpEmail, { name: 'Token', email, password: PASSWORD });
    const signedIn = await signIn(email);
    const cookie = cookieOf(signedIn);
    const session = await server.app.inject({ url: authPaths.getSession, headers: { cookie } });
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery', revokeOtherSessions: true };
    const changed = await post(authPaths.changePassword, change, cookie);
    const answers = [signedUp, signedIn, session, changed];
    expect(answers.map((answer) => answer.json().user.email)).toEqual(answers.map(() => email));
    const tokens = [signedUp, signedIn, changed].map((answer) => cookieOf(answer).split(/[=.]/)[2] ?? '');
    expect(new Set(tokens).size).toBe(3);
    for (const { body } of answers) {
      expect(body).not.toContain('"token"');
      for (const token of tokens) expect(body).not.toContain(token);
    }
  });

  test('ends with all others at a change of the password, on request', async () => {
    const bob = await server.signUp();
    const other = cookieOf(await signIn(bob.person.email));
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery', revokeOtherSessions: true };
    expect((await post(authPaths.changePassword, change, bob.cookie)).statusCode).toBe(200);
    expect(await personOf(other)).toBeUndefined();
  });

  test('is not enough to change the password: the current one is required', async () => {
    const change = { currentPassword: 'wrong horse battery', newPassword: 'another horse battery' };
    expect((await post(authPaths.changePassword, change, ada.cookie)).statusCode).toBe(400);
    expect((await signIn(ada.person.email)).statusCode).toBe(200);
  });
});

/** Formats a time as the auth library stores it. */
const stored = (time: Date) => (server.settings.databaseUrl === undefined ? time.toISOString() : time);

describe('the lifetime of a session', () => {
  const DAY = 24 * 60 * 60_000;
  const inDays = (days: number) => new Date(Date.now() + days * DAY);
  /** Changes the times of a session: it began a number of days ago and ends tomorrow. */
  const ageBy = (token: string, days: number) =>
    server.db
      .withTables<{ session: { token: string; createdAt: unknown; expiresAt: unknown } }>()
      .updateTable('session')
      .set({ createdAt: stored(inDays(-days)), expiresAt: stored(inDays(1)) })
      .where('token', '=', token)
      .execute();
  const daysLeft = async (url: string, cookie: string) => {
    await server.app.inject({ url, headers: { cookie } });
    const { session } = (await server.app.inject({ url: authPaths.getSession, headers: { cookie } })).json() ?? {};
    return session && Math.round((Date.parse(session.expiresAt) - Date.now()) / DAY);
  };

  test.each([authPaths.getSession, authPaths.listSessions])(
    'is extended to seven days at each use, up to thirty days in all: %s',
    async (url) => {
      const { cookie } = await server.signUp();
      const token = cookie.split(/[=.]/)[2] ?? '';
      expect(await daysLeft(url, cookie)).toBe(7);
      await ageBy(token, 10);
      expect(await daysLeft(url, cookie)).toBe(7);
      await ageBy(token, 27);
      expect(await daysLeft(url, cookie)).toBe(3);
      await ageBy(token, 31);
      await server.app.inject({ url, headers: { cookie } });
      expect(await personOf(cookie)).toBeUndefined();
    },
  );
});

describe('ending sessions', () => {
  const MINUTE = 60_000;
  /** Creates a person with two sessions who signed in a number of minutes ago. */
  async function signedIn(minutes: number) {
    const first = await server.signUp();
    const other = cookieOf(await signIn(first.person.email));
    const createdAt = stored(new Date(Date.now() - minutes * MINUTE));
    const table = server.db.withTables<{ session: { userId: string; createdAt: unknown } }>();
    await table.updateTable('session').set({ createdAt }).where('userId', '=', first.person.id).execute();
    return { first, other };
  }
  const paths = [authPaths.revokeSession, '/api/auth/revoke-sessions', authPaths.revokeOtherSessions];

  test.each(paths)('needs the password if the sign-in was more than ten minutes ago: %s', async (path) => {
    const { first, other } = await signedIn(11);
    const token = decodeURIComponent(other).split(/[=.]/)[2] ?? '';
    const end = (fields: object) =>
      post(path, { ...(path === authPaths.revokeSession && { token }), ...fields }, first.cookie);
    const without = await end({});
    expect([without.statusCode, without.json().code]).toEqual([400, 'PASSWORD_REQUIRED']);
    const wrong = await end({ password: 'wrong horse battery' });
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD']);
    expect(await personOf(other)).toBe(first.person.email);
    expect((await end({ password: PASSWORD })).statusCode).toBe(200);
    expect(await personOf(other)).toBeUndefined();
  });

  test('needs no password within ten minutes, and counts wrong ones as guesses', async () => {
    const fresh = await signedIn(9);
    expect((await post(authPaths.revokeOtherSessions, {}, fresh.first.cookie)).statusCode).toBe(200);
    expect(await personOf(fresh.other)).toBeUndefined();
    const { first } = await signedIn(11);
    const guess = () => post(authPaths.revokeOtherSessions, { password: 'wrong horse battery' }, first.cookie);
    expect((await guess()).statusCode).toBe(400);
    const guesses = server.db.updateTable('call_windows').set({ calls: 50 });
    await guesses.where('name', '=', `guess ${crypto.hash('sha256', first.person.email, 'base64url')}`).execute();
    expect([(await guess()).statusCode, (await guess()).json().code]).toEqual([429, 'TOO_MANY_GUESSES']);
  });
});

describe('stored passwords', () => {
  const usual = beforeTests(() => buildTestApp({}, { passwords: undefined }));
  const grace = beforeTests(() => usual.signUp());

  const tried = async (email: string, password: string) =>
    (await postTo(usual)(authPaths.signInEmail, { email, password })).statusCode;

  /** Reads the stored salt and hash of a password. */
  async function kept({ person }: SignedIn): Promise<readonly string[]> {
    const found = sql<{ password: string }>`select password from account where "userId" = ${person.id}`;
    return (await found.execute(usual.db)).rows[0]?.password.split(':') ?? [];
  }

  test('are hashed with scrypt, each with a salt of its own', async () => {
    const [salt = '', key] = await kept(grace);
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 ** 2 };
    expect(crypto.scryptSync(PASSWORD, salt, 64, cost).toString('hex')).toBe(key);
    expect((await kept(await usual.signUp()))[0]).not.toBe(salt);
    expect(await tried(grace.person.email, PASSWORD)).toBe(200);
  });

  test('are hashed for unknown addresses too, so that the response takes as long as for a wrong password', async () => {
    const hashing = jest.spyOn(crypto, 'scrypt');
    const hashes = async (email: string) => {
      hashing.mockClear();
      expect(await tried(email, 'wrong horse battery')).toBe(401);
      return hashing.mock.calls.map(([, , length, options]) => ({ length, options }));
    };
    const known = await hashes(grace.person.email);
    expect(known).toHaveLength(1);
    expect(await hashes('nobody@tabpoint.example')).toEqual(known);
  });
});

describe('guessing passwords of one account', () => {
  const wrong = (email: string) => signIn(email, undefined, 'wrong horse battery');
  /** Returns how many of ten concurrent attempts are checked after 45 wrong ones. */
  const guessed = async (email: string) => {
    expect((await wrong(email)).statusCode).toBe(401);
    await server.db.updateTable('call_windows').set({ calls: 45 }).where('name', 'like', 'guess %').execute();
    const tries = await Promise.all(Array.from({ length: 10 }, () => wrong(email)));
    return tries.filter(({ statusCode }) => statusCode === 401).length;
  };

  test('is stopped after fifty attempts from any addresses, but not for an address of an earlier sign-in', async () => {
    const eve = newAddress();
    const bob = await server.signUp('Guessed@tabpoint.example');
    expect((await signIn(bob.person.email, undefined, PASSWORD, eve)).statusCode).toBe(200);
    expect(await guessed('guessed@tabpoint.example')).toBe(5);
    const stopped = await wrong('GUESSED@tabpoint.example');
    expect(stopped.statusCode).toBe(429);
    expect(stopped.json()).toMatchObject({ code: 'TOO_MANY_GUESSES', message: expect.any(String) });
    expect(Number(stopped.headers['retry-after'])).toBeLessThanOrEqual(10);
    expect((await signIn(bob.person.email)).statusCode).toBe(429);
    expect((await signIn(bob.person.email, undefined, PASSWORD, eve)).statusCode).toBe(200);
    expect((await signIn(ada.person.email)).statusCode).toBe(200);
  });

  test('gets no further with other encodings of the request', async () => {
    const email = 'guessed@tabpoint.example';
    const fields = { email, password: 'wrong horse battery' };
    const send = (payload: string, type: string) =>
      server.app.inject({
        method: 'POST',
        url: authPaths.signInEmail,
        headers: { ...ada.headers, 'content-type': type },
        remoteAddress: newAddress(),
        payload,
      });
    const json = JSON.stringify(fields);
    expect((await send(`\ufeff${json}`, 'application/json')).statusCode).toBe(429);
    expect((await send(json.replace('email', '\\u0065mail'), 'application/json; charset=utf-8')).statusCode).toBe(429);
    const form = new URLSearchParams(fields).toString();
    expect((await send(form, 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await send(json, 'text/plain')).statusCode).toBe(415);
  });

  test('does not reveal whether the account exists', async () => {
    expect(await guessed('nobody-at-all@tabpoint.example')).toBe(5);
  });
});

describe('fields that nobody can set', () => {
  test.each([
    ['id', 'chosen'],
    ['emailVerified', true],
    ['createdAt', '2001-01-01T00:00:00.000Z'],
    ['role', 'admin'],
  ])('of a new account: %s', async (field, given) => {
    const email = `${field.toLowerCase()}@tabpoint.example`;
    const made = await post(authPaths.signUpEmail, { name: 'Eve', email, password: PASSWORD, [field]: given });
    expect(made.json().user?.[field]).not.toEqual(given);
  });

  test.each(['email', 'emailVerified', 'id'])('of one’s own account: %s', async (field) => {
    const bob = await server.signUp();
    const change = { [field]: field === 'emailVerified' ? true : 'eve@tabpoint.example' };
    await post(authPaths.updateUser, change, bob.cookie);
    const { user } = (await server.app.inject({ url: authPaths.getSession, headers: bob.headers })).json();
    expect(user).toMatchObject({ id: bob.person.id, email: bob.person.email, emailVerified: false });
  });
});

describe('a change of the account with an invalid body', () => {
  test.each(['{"name":[]}', `{"name":"${'x'.repeat(201)}"}`, '{"name":', '"name"', '[]', 'null'])(
    'is refused: %s',
    async (payload) => {
      const headers = { ...ada.headers, 'content-type': 'application/json' };
      const response = await server.app.inject({ method: 'POST', url: authPaths.updateUser, headers, payload });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.any(String) });
    },
  );
});

describe('calls of the auth library that are not open', () => {
  test.each([
    ['POST', 'sign-in/social'],
    ['POST', 'request-password-reset'],
    ['GET', 'verify-email'],
    ['POST', 'change-email'],
    ['GET', 'callback/google'],
    ['POST', 'update-session'],
    ['GET', 'list-accounts'],
    ['GET', 'error'],
  ] as const)('%s %s is not found', async (method, path) => {
    const url = `/api/auth/${path}`;
    const payload = method === 'POST' ? {} : undefined;
    const response = await server.app.inject({ method, url, headers: ada.headers, payload });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('passwords', () => {
  const signUp = (password: string, email = 'someone@tabpoint.example') =>
    post(authPaths.signUpEmail, { name: 'Someone', email, password });

  test.each([
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'Password123',
    'p@ssw0rd2024',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    'tabpoint2025',
    'Someone12345',
    'administrator',
  ])('that are common are refused: %s', async (password) => {
    const response = await signUp(password);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON', message: expect.any(String) });
  });

  test.each([
    'correct horse battery',
    'ÄÖÜ schwarze Katze',
    'nobody-knows-this-one',
    `${'long'.repeat(5)} and quite a lot longer than sixty-four characters, yes`,
    'tabpoint is where my sheets live',
  ])('of any characters and of up to 128 are accepted unchanged: %s', async (password) => {
    const email = `p${password.length}${newAddress()}@tabpoint.example`;
    expect((await signUp(password, email)).statusCode).toBe(200);
    expect((await signIn(email, undefined, password)).statusCode).toBe(200);
    expect((await signIn(email, undefined, password.toUpperCase())).statusCode).toBe(401);
    expect((await signIn(email, undefined, password.slice(0, -1))).statusCode).toBe(401);
  });

  test('that are common are refused as new passwords too', async () => {
    const bob = await server.signUp();
    const change = { currentPassword: PASSWORD, newPassword: 'qwertyuiop123' };
    const response = await post(authPaths.changePassword, change, bob.cookie);
    expect(response.json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON' });
    expect((await signIn(bob.person.email)).statusCode).toBe(200);
  });
});
