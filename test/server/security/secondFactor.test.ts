import { hash } from 'node:crypto';
import { authPaths } from '../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../fixtures/apps';
import { cookieOf, newAddress, PASSWORD } from '../../fixtures/people';
import { firstStep, postTo, turnOn, type TwoStepPerson } from '../../fixtures/secondFactors';

let server: TestApp;
let post: ReturnType<typeof postTo>;
let ann: TwoStepPerson;
beforeAll(async () => {
  server = await buildTestApp();
  post = postTo(server);
  ann = await turnOn(server, await server.signUp());
});
afterAll(() => server.close());

const emailOf = async (cookie: string) =>
  (await server.app.inject({ url: authPaths.getSession, headers: { cookie } })).json()?.user?.email;
const withCode = (code: string, cookie: string, address?: string) =>
  post(authPaths.verifyCode, { code }, cookie, address);
const codesOf = (answers: readonly { json: () => { code?: string } }[]) => answers.map((answer) => answer.json().code);

describe('the second step of a sign-in cannot be bypassed', () => {
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
    expect((await post(authPaths.verifyRecoveryCode, { code }, bobs)).statusCode).toBe(401);
    const own = await withCode(bob.app.next(), bobs);
    expect(await emailOf(cookieOf(own))).toBe(bob.person.email);
    const again = await post(authPaths.verifyRecoveryCode, { code: bob.recoveryCodes[0] }, bobs);
    expect([again.statusCode, again.json().code]).toEqual([401, 'INVALID_TWO_FACTOR_COOKIE']);
  });

  test('a session of one person stays theirs with the challenge of another', async () => {
    const mallory = await server.signUp();
    const cookie = `${mallory.cookie}; ${await firstStep(server, ann.person.email)}`;
    const [code = ''] = ann.recoveryCodes;
    const answer = await post(authPaths.verifyRecoveryCode, { code }, cookie);
    expect(answer.statusCode).toBe(400);
    expect([mallory.person.email, undefined]).toContain(await emailOf(cookieOf(answer)));
  });

  test('neither a new password nor a change of the account turns it off', async () => {
    const bob = await turnOn(server, await server.signUp());
    await post(authPaths.updateUser, { name: 'Bob', twoFactorEnabled: false }, bob.cookie);
    const change = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await post(authPaths.changePassword, change, bob.cookie)).statusCode).toBe(200);
    const first = await post(authPaths.signInEmail, { email: bob.person.email, password: change.newPassword });
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
    const closed = await post(authPaths.verifyRecoveryCode, { code: bob.recoveryCodes[0] }, third);
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
    const recovered = await post(authPaths.verifyRecoveryCode, { code }, challenge, home);
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
