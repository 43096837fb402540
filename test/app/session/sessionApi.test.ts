/** @jest-environment node */
import { createHttp, createSessionLosses } from '../../../src/app/http/http';
import { sessionApi, type SessionApi } from '../../../src/app/session/sessionApi';
import { loopback, type Loopback } from '../../fixtures/loopback';

let server: Loopback;
let session: SessionApi;
beforeAll(async () => {
  server = await loopback();
  session = sessionApi(createHttp({ origin: server.origin, sessionLosses: createSessionLosses() }));
});
afterAll(() => server.close());

const { signal } = new AbortController();
const user = { id: 'u1', email: 'mara@haldencoffee.example', name: 'Mara' };
const answers = (body: unknown) => server.answers({ status: 200, body });

it('returns whether a code has to follow the password', async () => {
  const signIn = { email: user.email, password: 'my own words' };
  answers({ redirect: false, user });
  expect(await session.signIn(signIn, signal)).toBe(false);
  answers({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
  expect(await session.signIn(signIn, signal)).toBe(true);
});

it.each([
  ['app', '/api/auth/two-factor/verify-totp'],
  ['recovery', '/api/auth/two-factor/verify-backup-code'],
] as const)('sends a code of the kind %s to its endpoint', async (kind, url) => {
  answers({ user });
  await session.giveCode('123456', kind, signal);
  expect(server.arrived.map(({ method, url: path, body }) => `${method} ${path} ${body}`)).toEqual([
    `POST ${url} {"code":"123456"}`,
  ]);
});

it('returns that a person lacks a required second factor', async () => {
  answers({ session: {}, user: { ...user, twoFactorEnabled: false } });
  expect(await session.read(signal)).toEqual(user);
  answers({ session: {}, user, secondFactorMissing: true });
  expect(await session.read(signal)).toEqual({ ...user, secondFactorMissing: true });
});
