import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { RecoveryCodes, SecondFactorSetUp } from '../../../src/contract/secondFactor';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { Authenticator } from '../../fixtures/authenticator';
import { cookieOf, newAddress, PASSWORD, type SignedIn } from '../../fixtures/people';
import { firstStep, postTo, turnOn, type TwoStepPerson } from '../../fixtures/secondFactors';

let post: ReturnType<typeof postTo>;
const server = beforeTests(() => buildTestApp());
beforeAll(async () => {
  post = postTo(server);
});

const get = async (url: string, cookie: string) => (await server.app.inject({ url, headers: { cookie } })).json();
const emailOf = async (cookie: string) => (await get(authPaths.getSession, cookie))?.user?.email;
const secondFactor = async (cookie: string) => (await get(apiPaths.account, cookie)).secondFactor;
const enable = (cookie: string, password = PASSWORD) => post(authPaths.enableSecondFactor, { password }, cookie);
const withCode = (code: string, cookie: string, address?: string) =>
  post(authPaths.verifyCode, { code }, cookie, address);
const withRecoveryCode = (code: string, cookie: string, address?: string) =>
  post(authPaths.verifyRecoveryCode, { code }, cookie, address);
const signIn = (email: string, password = PASSWORD) => post(authPaths.signInEmail, { email, password });
const codesOf = (answers: readonly { json: () => { code?: string } }[]) => answers.map((answer) => answer.json().code);

/** Reads everything that the database stores of a person’s second factor. */
async function storedFactors({ person }: SignedIn): Promise<Record<string, unknown>[]> {
  const found = sql<Record<string, unknown>>`select * from "twoFactor" where "userId" = ${person.id}`;
  return (await found.execute(server.db)).rows;
}

describe('setting up a second factor', () => {
  test('needs the password, and takes effect with its first code', async () => {
    const ann = await server.signUp();
    const wrong = await enable(ann.cookie, 'wrong horse battery');
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD']);
    const { totpURI } = (await enable(ann.cookie)).json<SecondFactorSetUp>();
    expect(totpURI).toMatch(
      /^otpauth:\/\/totp\/Tabpoint:[^?]+\?secret=[A-Z2-7]{32,}&issuer=Tabpoint&digits=6&period=30$/,
    );
    expect(await secondFactor(ann.cookie)).toEqual({ on: false, required: false, recoveryCodes: 0 });
    expect(await emailOf(cookieOf(await signIn(ann.person.email)))).toBe(ann.person.email);

    const app = new Authenticator(totpURI);
    const mistyped = await withCode(app.wrong(), ann.cookie);
    expect([mistyped.statusCode, mistyped.json().code]).toEqual([401, 'INVALID_CODE']);
    expect(await secondFactor(ann.cookie)).toMatchObject({ on: false });
    const turned = await withCode(app.next(), ann.cookie);
    expect(turned.statusCode).toBe(200);
    expect(await secondFactor(cookieOf(turned))).toEqual({ on: true, required: false, recoveryCodes: 10 });
  });

  test('ends every other session, and so does turning it off', async () => {
    const ann = await server.signUp();
    const elsewhere = cookieOf(await signIn(ann.person.email));
    const two = await turnOn(server, ann);
    expect(await emailOf(elsewhere)).toBeUndefined();
    expect(await emailOf(ann.cookie)).toBeUndefined();
    expect(await emailOf(two.cookie)).toBe(ann.person.email);

    const there = await firstStep(server, ann.person.email);
    const second = cookieOf(await withCode(two.app.next(), there));
    expect(await emailOf(second)).toBe(ann.person.email);
    const wrong = await post(authPaths.disableSecondFactor, { password: 'wrong horse battery' }, two.cookie);
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'INVALID_PASSWORD']);
    const off = await post(authPaths.disableSecondFactor, { password: PASSWORD }, two.cookie);
    expect(off.statusCode).toBe(200);
    expect(await emailOf(second)).toBeUndefined();
    expect(await secondFactor(cookieOf(off))).toMatchObject({ on: false, recoveryCodes: 0 });
    expect(await storedFactors(ann)).toEqual([]);
    expect(await emailOf(cookieOf(await signIn(ann.person.email)))).toBe(ann.person.email);
  });

  test('can start again until it is on, and leaves one for each person', async () => {
    const ann = await server.signUp();
    const first = (await enable(ann.cookie)).json<SecondFactorSetUp>();
    const second = (await enable(ann.cookie)).json<SecondFactorSetUp>();
    expect((await withCode(new Authenticator(first.totpURI).next(), ann.cookie)).statusCode).toBe(401);
    const turned = await withCode(new Authenticator(second.totpURI).next(), ann.cookie);
    expect(turned.statusCode).toBe(200);
    expect((await enable(cookieOf(turned))).json().code).toBe('TOTP_ALREADY_ENABLED');
    const [row] = await storedFactors(ann);
    const twice = server.db.withTables<{ twoFactor: Record<string, unknown> }>().insertInto('twoFactor');
    await expect(twice.values({ ...row, id: 'another' }).execute()).rejects.toMatchObject({
      message: expect.stringMatching(/unique/i),
    });
  });

  test('leaves one for each person, also of two attempts at the same time', async () => {
    const ann = await server.signUp();
    const answers = await Promise.all([1, 2, 3].map(() => enable(ann.cookie)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await storedFactors(ann)).toHaveLength(1);
  });

  test('stores neither the secret nor a recovery code in plain text', async () => {
    const ann = await server.signUp();
    const { totpURI, backupCodes } = (await enable(ann.cookie)).json<SecondFactorSetUp>();
    const [row] = await storedFactors(ann);
    const text = JSON.stringify(row);
    expect(String(row?.secret)).not.toContain(new URL(totpURI).searchParams.get('secret'));
    expect(String(row?.secret).length).toBeGreaterThan(80);
    expect(backupCodes).toHaveLength(10);
    for (const code of backupCodes) {
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/);
      expect(text).not.toContain(code.slice(0, 6));
    }
  });

  test('is deleted with the account', async () => {
    const ann = await turnOn(server, await server.signUp());
    expect((await post(authPaths.deleteUser, { password: PASSWORD }, ann.cookie)).statusCode).toBe(200);
    expect(await storedFactors(ann)).toEqual([]);
  });
});

describe('signing in', () => {
  test('takes the password and then a code; between the two nobody is signed in', async () => {
    const ann = await turnOn(server, await server.signUp());
    const first = await signIn(ann.person.email);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({ twoFactorRedirect: true });
    expect(first.body).not.toContain(ann.person.email);
    const every = first.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
    for (const cookie of [...every, every.join('; '), cookieOf(first)]) {
      expect(await emailOf(cookie)).toBeUndefined();
      expect(await get(apiPaths.projects, cookie)).toMatchObject({ code: 'signed_out' });
    }
    const challenge = first.cookies.find(({ name }) => name === 'tabpoint.two_factor');
    expect(challenge).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 600 });

    const wrong = await withCode(ann.app.wrong(), cookieOf(first));
    expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'INVALID_CODE']);
    const right = await withCode(ann.app.next(), cookieOf(first));
    expect(right.statusCode).toBe(200);
    expect(right.body).not.toContain('"token"');
    expect(await emailOf(cookieOf(right))).toBe(ann.person.email);
  });

  test('accepts a code once, even in concurrent calls', async () => {
    const ann = await turnOn(server, await server.signUp());
    const challenges = [];
    for (let n = 0; n < 3; n += 1) challenges.push(await firstStep(server, ann.person.email));
    const code = ann.app.next();
    const answers = await Promise.all(challenges.map((challenge) => withCode(code, challenge)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    const refused = answers.find(({ statusCode }) => statusCode === 401);
    expect(refused?.json()).toEqual({
      code: 'CODE_USED',
      message: 'That code was used already. Wait for the next one.',
    });
    const later = await withCode(code, await firstStep(server, ann.person.email));
    expect(later.json().code).toBe('CODE_USED');
  });

  test('accepts a recovery code once, in any notation', async () => {
    const ann = await turnOn(server, await server.signUp());
    const [code = ''] = ann.recoveryCodes;
    const typed = ` ${code.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    const first = await withRecoveryCode(typed, await firstStep(server, ann.person.email));
    expect(first.statusCode).toBe(200);
    const cookie = cookieOf(first);
    expect(await emailOf(cookie)).toBe(ann.person.email);
    expect(await secondFactor(cookie)).toMatchObject({ recoveryCodes: 9 });
    const again = await withRecoveryCode(code, await firstStep(server, ann.person.email));
    expect([again.statusCode, again.json().code]).toEqual([401, 'INVALID_BACKUP_CODE']);
    const [row] = await storedFactors(ann);
    const [hash = ''] = JSON.parse(String(row?.backupCodes)) as string[];
    const byHash = await withRecoveryCode(hash, await firstStep(server, ann.person.email));
    expect(byHash.statusCode).toBe(401);
  });

  test('accepts new recovery codes, which need the password, instead of the old ones', async () => {
    const ann = await turnOn(server, await server.signUp());
    const renew = (password: string) => post(authPaths.renewRecoveryCodes, { password }, ann.cookie);
    expect((await renew('wrong horse battery')).json().code).toBe('INVALID_PASSWORD');
    const { backupCodes } = (await renew(PASSWORD)).json<RecoveryCodes>();
    const [old = ''] = ann.recoveryCodes;
    const [fresh = ''] = backupCodes;
    const challenge = await firstStep(server, ann.person.email);
    expect((await withRecoveryCode(old, challenge)).statusCode).toBe(401);
    expect((await withRecoveryCode(fresh, challenge)).statusCode).toBe(200);
  });
});

describe('the second step of a sign-in cannot be bypassed', () => {
  let ann: TwoStepPerson;
  beforeAll(async () => {
    ann = await turnOn(server, await server.signUp());
  });

  test.each(['trustDevice', 'disableSession', 'method', 'issuer', 'userId'])(
    'a field that nobody can set is refused: %s',
    async (field) => {
      const challenge = await firstStep(server, ann.person.email);
      for (const path of [authPaths.verifyCode, authPaths.verifyRecoveryCode, authPaths.enableSecondFactor]) {
        const answer = await post(path, { code: ann.recoveryCodes[0], [field]: true }, challenge);
        expect([answer.statusCode, answer.json().code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(answer.cookies).toEqual([]);
      }
    },
  );

  test.each(['get-totp-uri', 'send-otp', 'verify-otp', 'view-backup-codes'])(
    '%s is no call of this server',
    async (call) => {
      const answer = await post(`/api/auth/two-factor/${call}`, { password: PASSWORD }, ann.cookie);
      expect(answer.statusCode).toBe(404);
    },
  );

  test('a code needs a challenge of its own account after a password; a missing, forged or other one is refused', async () => {
    const bob = await turnOn(server, await server.signUp());
    const bobs = await firstStep(server, bob.person.email);
    const forged = bobs.replace(/=(.)/, (_all, first) => `=${first === 'x' ? 'y' : 'x'}`);
    for (const cookie of ['', forged]) expect((await withCode(ann.app.next(), cookie)).statusCode).toBe(401);
    const [code = ''] = ann.recoveryCodes;
    expect((await withRecoveryCode(code, bobs)).statusCode).toBe(401);
    const own = await withCode(bob.app.next(), bobs);
    expect(await emailOf(cookieOf(own))).toBe(bob.person.email);
    const again = await withRecoveryCode(bob.recoveryCodes[0] ?? '', bobs);
    expect([again.statusCode, again.json().code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
  });

  test('a session of one person stays theirs with the challenge of another', async () => {
    const mallory = await server.signUp();
    const cookie = `${mallory.cookie}; ${await firstStep(server, ann.person.email)}`;
    const [code = ''] = ann.recoveryCodes;
    const answer = await withRecoveryCode(code, cookie);
    expect(answer.statusCode).toBe(400);
    expect([mallory.person.email, undefined]).toContain(await emailOf(cookieOf(answer)));
  });

  test('neither a new password nor a change of the account turns it off', async () => {
    const bob = await turnOn(server, await server.signUp());
    await post(authPaths.updateUser, { name: 'Bob', twoFactorEnabled: false }, bob.cookie);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await post(authPaths.changePassword, change, bob.cookie)).statusCode).toBe(200);
    const first = await signIn(bob.person.email, change.newPassword);
    expect(first.json()).toMatchObject({ twoFactorRedirect: true });
    expect(await emailOf(cookieOf(first))).toBeUndefined();
  });
});

describe('guessing codes', () => {
  test('five wrong codes end the challenge, ten in a row lock the second step for a while', async () => {
    const bob = await turnOn(server, await server.signUp());
    const guess = async (challenge: string) => withCode(bob.app.wrong(), challenge);
    const first = await firstStep(server, bob.person.email);
    const tries = [];
    for (let n = 0; n < 6; n += 1) tries.push(await guess(first));
    expect(codesOf(tries)).toEqual([...Array<string>(5).fill('INVALID_CODE'), 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);
    expect((await withCode(bob.app.next(), first)).statusCode).toBe(401);
    const second = await firstStep(server, bob.person.email);
    for (let n = 0; n < 5; n += 1) await guess(second);
    const third = await firstStep(server, bob.person.email);
    const closed = await withRecoveryCode(bob.recoveryCodes[0] ?? '', third);
    expect([closed.statusCode, closed.json().code]).toEqual([429, 'ACCOUNT_TEMPORARILY_LOCKED']);
  });

  test('thirty wrong codes in a day lock it, except for recovery codes and addresses with an earlier sign-in', async () => {
    const bob = await turnOn(server, await server.signUp());
    const home = newAddress();
    const counted = (calls: number) =>
      server.db.updateTable('call_windows').set({ calls }).where('name', '=', `code guess ${bob.person.id}`).execute();
    await withCode(bob.app.wrong(), await firstStep(server, bob.person.email));
    await counted(29);
    const thirtieth = await withCode(bob.app.wrong(), await firstStep(server, bob.person.email));
    expect(thirtieth.json().code).toBe('INVALID_CODE');
    const challenge = await firstStep(server, bob.person.email);
    const right = await withCode(bob.app.next(), challenge);
    expect([right.statusCode, right.json().code]).toEqual([429, 'TOO_MANY_CODES']);
    const [code = ''] = bob.recoveryCodes;
    const recovered = await withRecoveryCode(code, challenge, home);
    expect(await emailOf(cookieOf(recovered))).toBe(bob.person.email);
    const fromHome = await withCode(bob.app.wrong(), await firstStep(server, bob.person.email), home);
    expect(fromHome.json().code).toBe('INVALID_CODE');
  });

  test('the eleventh attempt in a minute from one address has to wait', async () => {
    const address = newAddress();
    const tries = [];
    for (let n = 0; n < 11; n += 1) tries.push(await withCode('123456', '', address));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(10).fill(401), 429]);
  });

  test('wrong passwords here count like those at the sign-in', async () => {
    const bob = await turnOn(server, await server.signUp());
    const guess = (path: string) => post(path, { password: 'wrong horse battery' }, bob.cookie);
    const paths = [authPaths.disableSecondFactor, authPaths.renewRecoveryCodes, authPaths.enableSecondFactor];
    for (const path of paths) expect((await guess(path)).statusCode).toBe(400);
    const name = `guess ${hash('sha256', bob.person.email, 'base64url')}`;
    const counted = server.db.selectFrom('call_windows').select('calls').where('name', '=', name);
    expect((await counted.executeTakeFirstOrThrow()).calls).toBe(3);
    await server.db.updateTable('call_windows').set({ calls: 50 }).where('name', '=', name).execute();
    for (const path of paths) expect(codesOf([await guess(path)])).toEqual(['TOO_MANY_GUESSES']);
  });
});
