import type { FastifyBaseLogger, InjectOptions } from 'fastify';
import { authPaths } from '../../../src/contract/paths';
import type { Project } from '../../../src/contract/projects';
import { errorLine, sparingLog, SparingLog } from '../../../src/server/http/logging';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject } from '../../fixtures/driveFiles';
import { cookieOf, newAddress, ORIGIN, PASSWORD, type SignedIn } from '../../fixtures/people';
import { firstStep, postTo, turnOn } from '../../fixtures/secondFactors';
import { bearer, makeKey } from '../keys/keyOf';

let lines: string[] = [];
let eve: SignedIn;
const server = beforeTests(() =>
  buildTestApp({ logLevel: 'trace' }, { logTo: { write: (line) => void lines.push(line) } }),
);
const ada = beforeTests(() => server.signUp('ada.private@tabpoint.example'));
beforeAll(async () => {
  eve = await server.signUp();
});
beforeEach(() => (lines = []));

const read = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

const signIn = (password: string, remoteAddress = newAddress()) =>
  postTo(server)(authPaths.signInEmail, { email: 'ada.private@tabpoint.example', password }, undefined, remoteAddress);

describe('the log', () => {
  test('has a line of JSON for each event, with the request id that the caller gets', async () => {
    const { requestId } = (await server.app.inject({ url: '/api/nothing' })).json();
    const told = read().filter(({ reqId }) => reqId === requestId);
    expect(told.length).toBeGreaterThanOrEqual(2);
    expect(told[0]).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      req: { method: 'GET', path: '/api/nothing', address: '127.0.0.1' },
    });
    expect(told.at(-1)).toMatchObject({ res: { statusCode: 401 }, responseTime: expect.any(Number) });
  });

  test('contains no keys, passwords, cookies, codes or queries', async () => {
    const project = await createdProject(server, ada);
    const { secret } = await makeKey(server, ada, project.id);
    const path = `/v1/${project.id}/${project.tabs[0]?.slug}`;
    await server.app.inject({ url: `${path}?name=Somebody%20Private`, headers: bearer(secret) });
    await server.app.inject({ url: `${path}?key=${secret}`, headers: { 'x-api-key': secret } });
    await server.app.inject({ url: `${path}/${secret}` });
    await server.app.inject({
      url: '/api/google/callback?code=4%2Fprivate-code&state=private-state',
      headers: ada.headers,
    });
    for (const password of [PASSWORD, 'wrong horse battery']) await signIn(password);
    const log = lines.join('');
    expect(log).toContain(path);
    const token = ada.cookie.split('=')[1] ?? '';
    for (const word of ['Somebody', secret, 'private', PASSWORD, 'wrong horse', token]) expect(log).not.toContain(word);
  });

  test('cannot be forged by callers: a line break in a request does not end a line', async () => {
    const forged = '\r\n{"level":60,"msg":"forged"}';
    await server.app.inject({ url: `/api/${encodeURIComponent(forged)}` });
    await server.app.inject({ url: '/api/nothing', headers: { 'x-request-id': 'forged', 'request-id': 'forged' } });
    expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(read().some(({ msg, reqId }) => msg === 'forged' || reqId === 'forged')).toBe(false);
  });

  test('records successful and refused sign-ins, by address and never by name', async () => {
    const remoteAddress = newAddress();
    await signIn('wrong horse battery', remoteAddress);
    const event = read().find(({ msg }) => msg === 'account');
    expect(event).toMatchObject({ level: 40, event: 'sign_in', outcome: 'refused', address: remoteAddress });
  });
});

describe('the log of the second factor', () => {
  const told = () =>
    read()
      .filter(({ msg }) => msg === 'account')
      .map(({ event, outcome, level }) => `${String(event)} ${String(outcome)} ${String(level)}`);

  test('records when it is turned on and off, wrong codes, and recovery codes that are used or renewed', async () => {
    const post = postTo(server);
    const two = await turnOn(server, eve);
    expect(told()).toEqual(['second_factor_setup done 30', 'second_factor_on done 40']);
    lines = [];
    const challenge = await firstStep(server, eve.person.email);
    await post(authPaths.verifyCode, { code: two.app.wrong() }, challenge);
    await post(authPaths.verifyRecoveryCode, { code: 'not one of them' }, challenge);
    const [code = ''] = two.recoveryCodes;
    const answer = await post(authPaths.verifyRecoveryCode, { code }, challenge);
    expect(answer.headers).not.toHaveProperty('x-tabpoint-account-event');
    await post(authPaths.renewRecoveryCodes, { password: PASSWORD }, two.cookie);
    await post(authPaths.disableSecondFactor, { password: 'wrong horse battery' }, two.cookie);
    const off = await post(authPaths.disableSecondFactor, { password: PASSWORD }, two.cookie);
    expect(off.statusCode).toBe(200);
    expect(told()).toEqual([
      'sign_in_first_step done 30',
      'second_factor_code refused 40',
      'recovery_code refused 40',
      'recovery_code done 40',
      'recovery_codes_new done 40',
      'second_factor_off refused 40',
      'second_factor_off done 40',
    ]);
    for (const word of [code, 'not one of them', PASSWORD]) expect(lines.join('')).not.toContain(word);
    eve = { ...eve, cookie: cookieOf(off), headers: { cookie: cookieOf(off), origin: ORIGIN } };
  });
});

describe('security events', () => {
  const told = () => read().filter(({ msg }) => msg === 'security');
  type Refused = [event: string, code: string, request: () => InjectOptions, whose?: () => object];
  let project: Project;
  let key: { readonly id: string; readonly secret: string };
  beforeAll(async () => {
    // Other test files of this process may have caused a thousand events in this minute.
    sparingLog.end();
    project = await createdProject(server, ada);
    const made = await makeKey(server, ada, project.id, { scopes: ['read'] });
    key = { id: made.key.id, secret: made.secret };
  });
  const rows = () => `/v1/${project.id}/${project.tabs[0]?.slug}`;

  test.each<Refused>([
    ['authentication', 'unknown_key', () => ({ url: rows(), headers: bearer(`tp_sk_${'x'.repeat(43)}`) })],
    ['authentication', 'key_required', () => ({ url: rows() })],
    ['authentication', 'signed_out', () => ({ url: '/api/projects' })],
    [
      'authorisation',
      'missing_scope',
      () => ({ method: 'POST', url: rows(), headers: bearer(key.secret), payload: { Name: 'Private' } }),
      () => ({ key: key.id }),
    ],
    [
      'authorisation',
      'not_found',
      () => ({ url: `/api/projects/${project.id}`, headers: eve.headers }),
      () => ({ person: eve.person.id }),
    ],
    [
      'forgery',
      'cross_site_request',
      () => ({ method: 'DELETE', url: '/api/account', headers: { origin: 'https://evil.example' } }),
    ],
    [
      'input',
      'malformed_request',
      () => ({
        method: 'POST',
        url: '/api/projects/sync',
        headers: { ...ada.headers, 'content-type': 'application/json' },
        payload: '{"__proto__":{"polluted":1}}',
      }),
    ],
  ])('%s: %s', async (event, outcome, request, whose = () => ({})) => {
    const remoteAddress = newAddress();
    const options = request();
    await server.app.inject({ ...options, remoteAddress });
    const known = { level: 40, event, outcome, address: remoteAddress, path: options.url, reqId: expect.any(String) };
    expect(told()).toEqual([expect.objectContaining({ ...known, ...whose() })]);
    expect(lines.join('')).not.toMatch(/Private|tp_sk_|tabpoint\.session/);
  });

  test('are logged once a minute for each address, then with the number of repeats', () => {
    jest.useFakeTimers();
    try {
      const written: object[] = [];
      const log = { warn: (line: object) => void written.push(line) } as unknown as FastifyBaseLogger;
      const sparing = new SparingLog();
      const line = (address: string) => ({ event: 'limit', outcome: 'too_many_requests', address, path: '/v1/x' });
      for (let n = 0; n < 500; n += 1) sparing.warn(log, line('192.0.2.1'), 'security');
      sparing.warn(log, line('192.0.2.2'), 'security');
      expect(written).toEqual([line('192.0.2.1'), line('192.0.2.2')]);
      jest.advanceTimersByTime(60_000);
      expect(written.slice(2)).toEqual([
        { event: 'limit', outcome: 'too_many_requests', address: '192.0.2.1', again: 499 },
      ]);
      written.length = 0;
      for (let n = 0; n < 5_000; n += 1) sparing.warn(log, line(`2001:db8::${n.toString(16)}`), 'security');
      expect(written).toHaveLength(1_001);
      jest.advanceTimersByTime(60_000);
      expect(written.slice(1_001)).toEqual([expect.objectContaining({ address: 'others', again: 3_999 })]);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('an error in the log', () => {
  test('has its type, code, message and cause, and no values attached to it', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (email)=(ada@x) exists',
      rows: ['x'],
    });
    const told = errorLine(
      Object.assign(new Error('Writing failed', { cause }), { parameters: ['hush'], config: { key: 'hush' } }),
    );
    expect(told).toMatchObject({
      type: 'Error',
      message: 'Writing failed',
      cause: { code: '23505', message: 'duplicate key' },
    });
    expect(JSON.stringify(told)).not.toMatch(/hush|ada@x|rows/);
  });

  test.each([
    ['a key', `no ${'tp_sk_'}${'a'.repeat(43)} here`, 'no [key] here'],
    ['a header', 'sent Bearer abc.def-ghi', 'sent Bearer [secret]'],
    ['Google’s token', 'used ya29.a0AfH6SMB-x', 'used [token]'],
    ['an address with a password', 'at postgres://tab:hush@db:5432/x', 'at postgres://tab:[secret]@db:5432/x'],
  ])('does not reveal %s', (_what, message, told) => {
    expect(errorLine(new Error(message))).toMatchObject({ message: told });
    expect(JSON.stringify(errorLine(new Error(message)))).not.toMatch(/hush|abc\.def|a0AfH6|aaaa/);
  });

  test('is logged even if it is its own cause', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(errorLine(error)).match(/"message"/g)?.length).toBeLessThan(10);
  });
});
