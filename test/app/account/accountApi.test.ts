/** @jest-environment node */
import { accountApi, type AccountApi } from '../../../src/app/account/accountApi';
import { createHttp, createSessionLosses } from '../../../src/app/http/http';
import { loopback, type Loopback, type Reply } from '../../fixtures/loopback';

let server: Loopback;
let account: AccountApi;
beforeAll(async () => {
  server = await loopback();
  account = accountApi(createHttp({ origin: server.origin, sessionLosses: createSessionLosses() }));
});
afterAll(() => server.close());

const { signal } = new AbortController();
const ok = (body: unknown): Reply => ({ status: 200, body });
const listed = (id: string, updatedAt: string) => ({
  id,
  token: `token-${id}`,
  updatedAt,
  ipAddress: '192.0.2.1',
  userAgent: null,
});
const sent = () => server.arrived.map(({ method, url, body }) => `${method} ${url} ${body}`.trim());

it('lists the sessions without tokens: this browser first, the others by time', async () => {
  const answers: Readonly<Record<string, unknown>> = {
    '/api/auth/list-sessions': [listed('a', '2025-01-01'), listed('b', '2025-01-02'), listed('c', '2025-01-03')],
    '/api/auth/get-session': { session: { id: 'b' } },
  };
  const accountWithAnswers = accountApi(
    createHttp({
      origin: '',
      sessionLosses: createSessionLosses(),
      adapter: async (config) => ({
        data: answers[config.url ?? ''],
        status: 200,
        statusText: 'OK',
        headers: {},
        config,
      }),
    }),
  );
  const sessions = await accountWithAnswers.sessions(signal);
  expect(sessions.map(({ id, current }) => [id, current])).toEqual([
    ['b', true],
    ['c', false],
    ['a', false],
  ]);
  expect(JSON.stringify(sessions)).not.toContain('token');
});

it('ends a session by its token from the list', async () => {
  server.answers(ok([listed('a', '2025-01-01'), listed('b', '2025-01-02')]), ok({ status: true }));
  await account.endSession('b', '', signal);
  expect(sent()).toEqual(['GET /api/auth/list-sessions', 'POST /api/auth/revoke-session {"token":"token-b"}']);
});

it('sends the password if it is required', async () => {
  server.answers(ok([listed('a', '2025-01-01')]), ok({ status: true }));
  await account.endSession('a', 'my words', signal);
  expect(sent()[1]).toBe('POST /api/auth/revoke-session {"token":"token-a","password":"my words"}');
});

it('does nothing if the session has ended already', async () => {
  server.answers(ok([listed('a', '2025-01-01')]));
  await account.endSession('b', '', signal);
  expect(sent()).toEqual(['GET /api/auth/list-sessions']);
});

it.each([
  ['others', () => account.endOtherSessions('', signal), 'POST /api/auth/revoke-other-sessions {}'],
  ['every session', () => account.endEverySession('', signal), 'POST /api/auth/revoke-sessions {}'],
  [
    'others with a password',
    () => account.endOtherSessions('a', signal),
    'POST /api/auth/revoke-other-sessions {"password":"a"}',
  ],
  [
    'a new password',
    () => account.changePassword({ currentPassword: 'a', newPassword: 'b' }, signal),
    'POST /api/auth/change-password {"currentPassword":"a","newPassword":"b","revokeOtherSessions":true}',
  ],
  [
    'the first code of an app',
    () => account.confirmSecondFactor('123456', signal),
    'POST /api/auth/two-factor/verify-totp {"code":"123456"}',
  ],
  [
    'no second factor any more',
    () => account.turnSecondFactorOff('a', signal),
    'POST /api/auth/two-factor/disable {"password":"a"}',
  ],
  ['deletion', () => account.remove('a', signal), 'POST /api/auth/delete-user {"password":"a"}'],
  ['deletion without a password', () => account.remove('', signal), 'POST /api/auth/delete-user {}'],
])('%s', async (_what, call, line) => {
  server.answers(ok({ status: true }));
  await call();
  expect(sent()).toEqual([line]);
});

it('loads what is deleted with the account', async () => {
  const own = {
    projects: 2,
    keys: 3,
    hasPassword: true,
    secondFactor: { on: true, required: false, recoveryCodes: 9 },
  };
  server.answers(ok(own));
  expect(await account.read(signal)).toEqual(own);
  server.answers(ok({ projects: 'two' }));
  await expect(account.read(signal)).rejects.toMatchObject({ kind: 'unexpected' });
});

it('sets up a second factor and creates recovery codes', async () => {
  const uri = 'otpauth://totp/Tabpoint:mara?secret=ABC';
  server.answers(
    ok({ method: 'totp', totpURI: uri, backupCodes: ['one'] }),
    ok({ status: true, backupCodes: ['two'] }),
  );
  expect(await account.setSecondFactorUp('a', signal)).toEqual({ uri, codes: ['one'] });
  expect(await account.renewRecoveryCodes('a', signal)).toEqual(['two']);
  expect(sent()).toEqual([
    'POST /api/auth/two-factor/enable {"password":"a"}',
    'POST /api/auth/two-factor/generate-backup-codes {"password":"a"}',
  ]);
  server.answers(ok({ method: 'otp' }));
  await expect(account.setSecondFactorUp('a', signal)).rejects.toMatchObject({ kind: 'unexpected' });
});
