import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Environment, withEnvironmentFile } from '../../src/server/environment';
import { StartFailure } from '../../src/server/refusal';
import { readSettings, SettingsError } from '../../src/server/settings';

const builtIn = { appDir: '/app', version: '1.2.3' };
const read = (environment: Environment) => readSettings(environment, builtIn);

function problemsOf(environment: Environment): readonly string[] {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const SECRET = 'x'.repeat(32);

test('has defaults for every setting', () => {
  expect(read({})).toEqual({
    port: 4000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    trustProxy: false,
    plans: 'unlimited',
    drainSeconds: 0,
    history: { days: 30, revisions: 1_000 },
    signUps: 'open',
    secondFactor: 'optional',
    marketingUrl: '/site',
    logLevel: 'warn',
    development: false,
    ...builtIn,
  });
});

test('an empty or blank value counts as unset', () => {
  expect(read({ PORT: '', HOST: '  ', PUBLIC_URL: '', DATABASE_URL: '' })).toEqual(read({}));
});

test.each<[string, string, string, unknown]>([
  ['PORT', '8080', 'port', 8080],
  ['PORT', '0', 'port', 0],
  ['PORT', ' 65535 ', 'port', 65_535],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['DATA_DIR', '/var/lib/tabpoint', 'dataDir', '/var/lib/tabpoint'],
  ['DATA_DIR', 'there', 'dataDir', resolve('there')],
  ['BACKUP_EVERY', '12h', 'backups', { every: 43_200, keep: 7, dir: resolve('data/backups') }],
  ['BACKUP_EVERY', '90d', 'backups', { every: 7_776_000, keep: 7, dir: resolve('data/backups') }],
  ['PUBLIC_URL', 'https://sheets.example/', 'publicUrl', 'https://sheets.example'],
  ['PUBLIC_URL', 'https://sheets.example/tabpoint/', 'publicUrl', 'https://sheets.example/tabpoint'],
  ['PUBLIC_URL', 'https://sheets.example/a/b-c', 'publicUrl', 'https://sheets.example/a/b-c'],
  ['PUBLIC_URL', 'HTTP://Sheets.Example:8080', 'publicUrl', 'http://sheets.example:8080'],
  ['TRUST_PROXY', 'true', 'trustProxy', 1],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', 'false', 'trustProxy', false],
  ['TRUST_PROXY', '0', 'trustProxy', false],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8,fd00::1', 'trustProxy', ['loopback', '10.0.0.0/8', 'fd00::1']],
  ['AUTH_SECRET', SECRET, 'authSecret', SECRET],
  ['AUTH_SECRET_PREVIOUS', SECRET, 'authSecretPrevious', SECRET],
  ['CLAMAV_ADDRESS', 'scanner.example:3310', 'clamavAddress', { host: 'scanner.example', port: 3310 }],
  ['CLAMAV_ADDRESS', '[fd00::7]:3310', 'clamavAddress', { host: 'fd00::7', port: 3310 }],
  ['CLAMAV_ADDRESS', '/run/clamav/clamd.ctl', 'clamavAddress', { path: '/run/clamav/clamd.ctl' }],
  ['PLANS', 'tiered', 'plans', 'tiered'],
  ['SIGN_UPS', 'closed', 'signUps', 'closed'],
  ['SECOND_FACTOR', 'required', 'secondFactor', 'required'],
  ['COMMON_PASSWORDS', '/etc/passwords.txt', 'commonPasswords', '/etc/passwords.txt'],
  ['MARKETING_URL', 'https://www.example/en/', 'marketingUrl', 'https://www.example/en'],
  ['METRICS_TOKEN', 'token', 'metricsToken', 'token'],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['TABPOINT_DEV', '1', 'development', true],
])('%s=%s', (name, value, key, expected) => {
  expect(read({ [name]: value })).toHaveProperty(key, expected);
});

test('settings that need each other are checked', () => {
  const databaseUrl = 'postgres://me:secret@db.example:5433/tabpoint';
  expect(read({ DATABASE_URL: databaseUrl, AUTH_SECRET: SECRET })).toMatchObject({ databaseUrl, authSecret: SECRET });
  expect(read({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'word' }).googleClient).toEqual({
    id: 'id',
    secret: 'word',
  });
  const account = { GOOGLE_SERVICE_ACCOUNT: '/key.json', SIGN_UPS: 'closed' };
  expect(read(account).googleServiceAccount).toBe('/key.json');
  expect(read({ ...account, GOOGLE_PUSH: '1', PUBLIC_URL: 'https://tabpoint.example' }).googlePush).toBe(true);
});

test.each<[string, string, RegExp]>([
  ['PORT', '70000', /from 0 to 65535, not "70000"/],
  ['PORT', '-1', /from 0 to 65535/],
  ['PORT', '4e3', /from 0 to 65535/],
  ['BACKUP_EVERY', 'daily', /like 30m, 12h or 1d/],
  ['BACKUP_EVERY', '0h', /from 1m to 90d/],
  ['BACKUP_EVERY', '91d', /from 1m to 90d/],
  ['BACKUP_KEEP', '0', /at least 1/],
  ['BACKUP_KEEP', 'all', /a number of backups/],
  ['PUBLIC_URL', 'sheets.example', /like https:/],
  ['PUBLIC_URL', 'https://sheets.example/app?a=1', /like https:/],
  ['PUBLIC_URL', 'https://sheets.example/a%20b', /like https:/],
  ['PUBLIC_URL', 'https://sheets.example/a//b', /like https:/],
  ['PUBLIC_URL', 'https://sheets.example/..;/', /like https:/],
  ['PUBLIC_URL', 'https://sheets.example/api/tabpoint', /server's own addresses/],
  ['PUBLIC_URL', 'https://me:word@sheets.example', /like https:/],
  ['PUBLIC_URL', 'ftp://sheets.example', /like https:/],
  ['TRUST_PROXY', 'yes', /number of proxies/],
  ['TRUST_PROXY', '10.0.0.0/33', /number of proxies/],
  ['TRUST_PROXY', '0.0.0.0/0', /number of proxies/],
  ['TRUST_PROXY', '::/0', /number of proxies/],
  ['TRUST_PROXY', '10.0.0.0/8/9', /number of proxies/],
  ['TRUST_PROXY', '-1', /number of proxies/],
  ['AUTH_SECRET', 'short', /at least 32 characters/],
  ['AUTH_SECRET_PREVIOUS', 'short', /at least 32 characters/],
  ['AUTH_SECRET_PREVIOUS', SECRET, /another one than AUTH_SECRET/],
  ['CLAMAV_ADDRESS', '3310', /like 127.0.0.1:3310 or/],
  ['CLAMAV_ADDRESS', 'tcp://127.0.0.1:3310', /like 127.0.0.1:3310 or/],
  ['CLAMAV_ADDRESS', '127.0.0.1:0', /like 127.0.0.1:3310 or/],
  ['PLANS', 'gold', /one of unlimited, tiered, not "gold"/],
  ['SIGN_UPS', 'Open', /one of open, closed/],
  ['MARKETING_URL', '/site', /like https:/],
  ['MARKETING_URL', 'javascript:alert(1)', /like https:/],
  ['METRICS_TOKEN', 'two words', /white space/],
  ['METRICS_TOKEN', 'päss', /beyond ASCII/],
  ['LOG_LEVEL', 'loud', /one of silent/],
  ['TABPOINT_DEV', 'yes', /1 or 0/],
  ['DATABASE_URL', 'mysql://x', /like postgres:/],
  ['DATABASE_URL', 'postgres://h/d?port=99999', /like postgres:/],
  ['DATABASE_URL', 'postgres://h/d?port=first', /like postgres:/],
])('%s=%s is refused', (name, value, sentence) => {
  const problems = problemsOf({ AUTH_SECRET: SECRET, [name]: value });
  expect(problems).toEqual([expect.stringMatching(sentence)]);
  expect(problems[0]).toMatch(new RegExp(`^${name} must `));
});

test.each([
  'https://me:word@sheets.example',
  `https://me:/${'w'.repeat(80)}ord@sheets.example`,
  'postgres://me:word@h',
])('the refusal of an address does not repeat its password: %s', (address) => {
  const [problem] = problemsOf({ AUTH_SECRET: SECRET, PUBLIC_URL: address });
  expect(problem).toMatch(/^PUBLIC_URL must be like https:.*, not "\w+:\/\/…@(sheets\.example|h)"\.$/);
});

test.each<[string, Environment, string]>([
  ['a database without a secret', { DATABASE_URL: 'postgres://h/d' }, 'AUTH_SECRET is missing'],
  ['a double of Google elsewhere', { GOOGLE_DOUBLE: 'http://10.0.0.7:4010' }, 'GOOGLE_DOUBLE must be like'],
  ['a double of Google by host name', { GOOGLE_DOUBLE: 'http://localhost:4010' }, 'GOOGLE_DOUBLE must be like'],
  [
    'a double of Google with a path',
    { GOOGLE_DOUBLE: 'http://127.0.0.1:1,http://127.0.0.1:2/a' },
    'GOOGLE_DOUBLE must',
  ],
  ['half a Google client', { GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET is missing'],
  ['the other half of it', { GOOGLE_CLIENT_SECRET: 'word' }, 'GOOGLE_CLIENT_ID is missing'],
  [
    'push notifications without a service account',
    { GOOGLE_PUSH: '1', PUBLIC_URL: 'https://a.example' },
    'GOOGLE_PUSH needs GOOGLE_S',
  ],
  [
    'push notifications to this machine',
    {
      GOOGLE_PUSH: '1',
      GOOGLE_SERVICE_ACCOUNT: '/key.json',
      SIGN_UPS: 'closed',
      PUBLIC_URL: 'http://tabpoint.example',
    },
    'GOOGLE_PUSH needs PUBLIC_URL',
  ],
  ['HSTS over http', { HSTS_SUBDOMAINS: '1', PUBLIC_URL: 'http://a.example' }, 'HSTS_SUBDOMAINS needs'],
  ['HSTS without a proxy that has https', { HSTS_SUBDOMAINS: '1' }, 'HSTS_SUBDOMAINS needs'],
  ['a service account with open sign-ups', { GOOGLE_SERVICE_ACCOUNT: '/key.json' }, 'GOOGLE_SERVICE_ACCOUNT needs'],
])('%s is refused', (_what, environment, beginning) => {
  const problems = problemsOf(environment);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(beginning);
});

const folder = mkdtempSync(join(tmpdir(), 'tabpoint-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file. @returns its path */
const holding = (content: string) => {
  const file = join(folder, 'file');
  writeFileSync(file, content);
  return file;
};

describe('a secret in a file', () => {
  test.each<[string, string, string]>([
    ['AUTH_SECRET', `${SECRET}\n`, SECRET],
    ['AUTH_SECRET_PREVIOUS', `${SECRET}\n`, SECRET],
    ['METRICS_TOKEN', 'token', 'token'],
  ])('%s_FILE', (name, content, value) => {
    expect(Object.values(read({ [`${name}_FILE`]: holding(content) }))).toContain(value);
  });

  test('works for the database and Google', () => {
    const databaseUrl = 'postgres://me:secret@db.example/tabpoint';
    expect(read({ DATABASE_URL_FILE: holding(databaseUrl), AUTH_SECRET: SECRET })).toMatchObject({ databaseUrl });
    expect(read({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET_FILE: holding('word') }).googleClient).toEqual({
      id: 'id',
      secret: 'word',
    });
  });

  test.each<[string, () => Environment, RegExp]>([
    ['that is not there', () => ({ AUTH_SECRET_FILE: join(folder, 'none') }), /^AUTH_SECRET_FILE .*ENOENT/],
    ['that is a folder', () => ({ AUTH_SECRET_FILE: folder }), /^AUTH_SECRET_FILE .*EISDIR/],
    ['that is empty', () => ({ AUTH_SECRET_FILE: holding(' \n') }), /^AUTH_SECRET_FILE .*holds nothing/],
    ['that is too short', () => ({ AUTH_SECRET_FILE: holding('hush') }), /^AUTH_SECRET must be at least 32/],
    [
      'that is set in the environment too',
      () => ({ AUTH_SECRET: SECRET, AUTH_SECRET_FILE: holding(SECRET) }),
      /^AUTH_SECRET_FILE must not be set together with AUTH_SECRET/,
    ],
  ])('%s is refused', (_what, environment, sentence) => {
    expect(problemsOf(environment())).toEqual([expect.stringMatching(sentence)]);
    expect(problemsOf(environment()).join()).not.toMatch(/hush|xxxx/);
  });
});

test('all errors are reported at once, and no secret is repeated', () => {
  const environment = {
    PORT: 'x',
    LOG_LEVEL: 'y',
    AUTH_SECRET: 'hush',
    DATABASE_URL: 'hush://hush',
    METRICS_TOKEN: 'hush hush',
  };
  const message = problemsOf(environment).join('\n');
  for (const name of Object.keys(environment)) expect(message).toContain(`${name} `);
  expect(message).not.toContain('hush');
});

describe('the file .env', () => {
  test('can be missing', () => {
    expect(withEnvironmentFile({ PORT: '1' }, join(folder, 'none'))).toEqual({ PORT: '1' });
  });

  test('sets what the environment does not', () => {
    const file = holding(
      '# where it listens\nPORT=4100\nMARKETING_URL="https://tabpoint.example/a b"\n\nLOG_LEVEL=info\n',
    );
    expect(withEnvironmentFile({ LOG_LEVEL: 'debug' }, file)).toEqual({
      PORT: '4100',
      MARKETING_URL: 'https://tabpoint.example/a b',
      LOG_LEVEL: 'debug',
    });
  });

  test('stops the start with a sentence if it cannot be read', () => {
    expect(() => withEnvironmentFile({}, folder)).toThrow(StartFailure);
    expect(() => withEnvironmentFile({}, folder)).toThrow(/ cannot be read \(EISDIR\)/);
  });

  test('may be saved by programs of Windows; as UTF-16 it stops the start', () => {
    const file = holding('\uFEFFSIGN_UPS=closed\r\nPORT=4100\r\n');
    expect(withEnvironmentFile({}, file)).toEqual({ SIGN_UPS: 'closed', PORT: '4100' });
    writeFileSync(file, Buffer.from('\uFEFFSIGN_UPS=closed\r\n', 'utf16le'));
    expect(() => withEnvironmentFile({}, file)).toThrow(/ cannot be read \(it is not UTF-8\)/);
  });
});
