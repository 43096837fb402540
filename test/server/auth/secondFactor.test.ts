import { sql } from 'kysely';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import type { RecoveryCodes, SecondFactorSetUp } from '../../../src/contract/secondFactor';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { Authenticator } from '../../fixtures/authenticator';
import { cookieOf, PASSWORD, type SignedIn } from '../../fixtures/people';
import { firstStep, postTo, turnOn } from '../../fixtures/secondFactors';

let server: TestApp;
let post: ReturnType<typeof postTo>;
beforeAll(async () => {
  server = await buildTestApp();
  post = postTo(server);
});
afterAll(() => server.close());

const get = async (url: string, cookie: string) => (await server.app.inject({ url, headers: { cookie } })).json();
const emailOf = async (cookie: string) => (await get(authPaths.getSession, cookie))?.user?.email;
const secondFactor = async (cookie: string) => (await get(apiPaths.account, cookie)).secondFactor;
const enable = (cookie: string, password = PASSWORD) => post(authPaths.enableSecondFactor, { password }, cookie);
const withCode = (code: string, cookie: string) => post(authPaths.verifyCode, { code }, cookie);
const withRecoveryCode = (code: string, cookie: string) => post(authPaths.verifyRecoveryCode, { code }, cookie);
const signIn = (email: string) => post(authPaths.signInEmail, { email, password: PASSWORD });

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
