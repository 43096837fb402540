import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { apiPaths, authPaths } from '../../../src/contract/paths';
import { buildApp } from '../../../src/server/app';
import { openDatabase } from '../../../src/server/database/database';
import type { Settings } from '../../../src/server/settings';
import { beforeEachTest, beforeTests } from '../../fixtures/beforeTests';
import { connectGoogle, GOOGLE_CLIENT } from '../../fixtures/google/consenting';
import { startGoogleServer } from '../../fixtures/google/googleServer';
import { cookieOf } from '../../fixtures/people';
import { quickPasswords } from '../../fixtures/passwords';
import { firstStep, postTo, turnOn } from '../../fixtures/secondFactors';

const FORMER = 'the secret that has been used so far, by tests';
const PRESENT = 'the secret that takes its place, also by tests';

let ended: (() => Promise<void>)[] = [];
const first = beforeTests(() => startGoogleServer({ googleClient: GOOGLE_CLIENT, authSecret: FORMER }));
const who = beforeEachTest(() => first.test.signUp());
afterEach(async () => {
  for (const end of ended.reverse()) await end();
  ended = [];
});

/** Starts a server with other secrets on the same data. */
async function restarted(secrets: Partial<Settings>): Promise<FastifyInstance> {
  const settings = { ...first.test.settings, ...secrets };
  const db = await openDatabase(settings);
  const { app } = await buildApp({ ...first.test, settings, db, passwords: quickPasswords });
  ended.push(
    () => db.destroy(),
    () => app.close(),
  );
  return app;
}

const sessionOf = (app: FastifyInstance, cookie: string) =>
  app.inject({ url: authPaths.getSession, headers: { cookie } });
const nowhere = async (app: FastifyInstance, cookie: string) =>
  (await app.inject({ url: '/api/nothing', headers: { cookie } })).statusCode;

describe('a session during an exchange of AUTH_SECRET', () => {
  it('continues, and is signed with the new secret after its next use', async () => {
    const during = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER });
    expect(await nowhere(during, who.cookie)).toBe(404);
    const answer = await sessionOf(during, `theme=dark; ${who.cookie}`);
    expect(answer.json()).toMatchObject({ user: { email: who.person.email } });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^tabpoint\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const renewed = cookieOf(answer);
    expect((await sessionOf(during, renewed)).headers).not.toHaveProperty('set-cookie');

    const after = await restarted({ authSecret: PRESENT });
    expect(await nowhere(after, renewed)).toBe(404);
    expect(await nowhere(after, who.cookie)).toBe(401);
  });

  it('is valid on every server, with either secret', async () => {
    const other = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER });
    const one = await restarted({ authSecret: FORMER, authSecretPrevious: PRESENT });
    const there = cookieOf(await sessionOf(other, who.cookie));
    expect(there).not.toBe(who.cookie);
    expect(await nowhere(one, there)).toBe(404);
    expect(cookieOf(await sessionOf(one, there))).toBe(who.cookie);
  });

  it('is renewed over https too', async () => {
    const during = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER, publicUrl: 'https://a.example' });
    const answer = await sessionOf(during, `__Host-${who.cookie}`);
    expect(answer.json()).toMatchObject({ user: { email: who.person.email } });
    expect(answer.cookies).toMatchObject([
      { name: '__Host-tabpoint.session_token', secure: true, httpOnly: true, path: '/' },
    ]);
  });

  it.each<[string, (token: string) => string]>([
    ['signed with neither', (token) => `${token}.${createHmac('sha256', 'another').update(token).digest('base64')}`],
    ['not signed', (token) => token],
    ['cut', (token) => `${token}.`],
    ['that cannot be read', (token) => `${token}%`],
  ])('is refused with a cookie %s', async (_what, forged) => {
    const during = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER });
    const [name = '', value = ''] = who.cookie.split('=');
    const token = decodeURIComponent(value).split('.')[0] ?? '';
    const cookie = `${name}=${encodeURIComponent(forged(token))}`;
    expect(await nowhere(during, cookie)).toBe(401);
    expect((await sessionOf(during, cookie)).json()).toBeNull();
  });
});

describe('a connected Google account', () => {
  const disconnect = async (app: FastifyInstance, cookie: string) =>
    (
      await app.inject({ method: 'DELETE', url: apiPaths.googleConnection, headers: { ...who.headers, cookie } })
    ).json();

  it('works during an exchange of AUTH_SECRET, and afterwards without the former secret', async () => {
    await connectGoogle(first, who);
    const during = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER });
    const cookie = cookieOf(await sessionOf(during, who.cookie));
    const after = await restarted({ authSecret: PRESENT });
    expect(await disconnect(after, cookie)).toEqual({ revoked: true });
  });

  it('is lost without the former secret', async () => {
    await connectGoogle(first, who);
    const cookie = cookieOf(
      await sessionOf(await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER }), who.cookie),
    );
    await connectGoogle(first, who);
    expect(await disconnect(await restarted({ authSecret: PRESENT }), cookie)).toEqual({ revoked: false });
  });
});

describe('a second factor', () => {
  it('works during an exchange of AUTH_SECRET, and afterwards without the former secret', async () => {
    const [one, other] = [await turnOn(first.test, who), await turnOn(first.test, await first.test.signUp())];
    const signsIn = async ({ person, app }: typeof one, at: FastifyInstance) => {
      const server = { ...first.test, app: at };
      const challenge = await firstStep(server, person.email);
      return (await postTo(server)(authPaths.verifyCode, { code: app.next() }, challenge)).statusCode;
    };
    const during = await restarted({ authSecret: PRESENT, authSecretPrevious: FORMER });
    expect(await signsIn(one, during)).toBe(200);
    expect(await signsIn(other, await restarted({ authSecret: PRESENT }))).toBe(200);
  });

  it('is lost without the former secret: a recovery code signs in', async () => {
    const { person, app: authenticator, recoveryCodes } = await turnOn(first.test, who);
    const server = { app: await restarted({ authSecret: PRESENT }) };
    const post = postTo(server);
    const code = authenticator.next();
    const refused = await post(authPaths.verifyCode, { code }, await firstStep(server, person.email));
    expect(refused.statusCode).toBe(401);
    expect(refused.json<{ message: string }>().message).toMatch(
      /no longer knows your app. Log in with a recovery code/,
    );
    const challenge = await firstStep(server, person.email);
    expect((await post(authPaths.verifyRecoveryCode, { code: recoveryCodes[0] }, challenge)).statusCode).toBe(200);
  });
});
