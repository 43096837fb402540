import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { version } from '../../package.json';
import { authPaths } from '../../src/contract/paths';
import { runAdmin } from '../../src/server/adminCommands';
import { runBackup } from '../../src/server/backup/backup';
import { SQLITE_FILE } from '../../src/server/database/sqlite';
import { Sqlite } from '../../src/server/database/sqliteLibrary';
import { StartFailure } from '../../src/server/refusal';
import { Authenticator } from '../fixtures/authenticator';
import { cookiesIn } from '../fixtures/people';
import {
  buildSpawnable,
  type BuiltServer,
  EMAIL,
  get,
  post,
  signIn,
  signUp,
  type SpawnedServer,
} from '../fixtures/spawned';

const NEW_PASSWORD = 'another horse battery';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildSpawnable();
});
afterAll(() => built.remove());

test.each([
  ['--help', 0, 'Usage: tabpoint'],
  ['--version', 0, `${version}\n`],
  ['--prot=80', 1, "Unknown option '--prot'"],
  ['serve', 1, 'Usage: tabpoint'],
])('%s is answered with code %i', async (word, code, said) => {
  const ended = await built.command([word]);
  expect(ended).toEqual({ code, output: expect.stringContaining(said) });
  expect(await readdir(built.dataDir)).toEqual([]);
});

const usage = new StartFailure('Usage: tabpoint …');
const environment = () => ({ DATA_DIR: built.dataDir });

/** Runs the administrator's command in this process. @returns the sentence of its refusal */
async function refusedAdmin(words: readonly string[], input = ''): Promise<string> {
  const stdin = jest.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([input]) as typeof process.stdin);
  const error: unknown = await runAdmin(environment(), words, usage).catch((reason) => reason);
  stdin.mockRestore();
  expect(error).toBeInstanceOf(StartFailure);
  return (error as StartFailure).message;
}

test.each(['backup', 'move'] as const)('%s without words is answered with the usage', async (command) => {
  await expect(runBackup(environment(), { command, words: [], to: undefined }, usage)).rejects.toBe(usage);
  expect(await readdir(built.dataDir)).toEqual([]);
});

test('an option overrides the environment', async () => {
  const ended = await built.command(['--port', 'none', '--data', '/dev/null/data']);
  expect(ended).toEqual({ code: 1, output: expect.stringContaining('PORT must be a number') });
});

test('a missing database is not created', async () => {
  expect(await refusedAdmin(['reset-password', EMAIL], `${NEW_PASSWORD}\n`)).toContain('There is no database');
  expect(await readdir(built.dataDir)).toEqual([]);
});

describe('while the server runs', () => {
  let server: SpawnedServer;
  let cookie: string;
  beforeAll(async () => {
    server = await built.start();
    cookie = await signUp(server);
  });

  test.each<[string, string[], string, string]>([
    ['no command', [], '', 'Usage: tabpoint'],
    ['an unknown command', ['drop', EMAIL], '', 'Usage: tabpoint'],
    ['nobody by that address', ['reset-password', 'bob@tabpoint.example'], NEW_PASSWORD, 'There is no account bob@'],
    ['no second factor to turn off', ['turn-off-second-factor', EMAIL], '', 'signs in with a password alone'],
    ['a short password', ['reset-password', EMAIL], 'short\n', '10 to 128 characters'],
    ['no password', ['reset-password', EMAIL], '', '10 to 128 characters'],
  ])('%s is refused with a sentence, and nothing changes', async (_what, words, input, sentence) => {
    expect(await refusedAdmin(words, input)).toContain(sentence);
    expect(await get(server, authPaths.getSession, cookie)).not.toBeNull();
  });

  test('a database that cannot be written to is named in a sentence', async () => {
    const other = new Sqlite(join(built.dataDir, SQLITE_FILE));
    other.exec('begin immediate');
    const output = await refusedAdmin(['reset-password', EMAIL], `${NEW_PASSWORD}\n`);
    other.close();
    expect(output.trim()).toBe('The database is being used by another program.');
  });

  test('a reset sets a new password and ends that person’s sessions', async () => {
    const reset = await built.admin(['reset-password', EMAIL.toUpperCase()], `${NEW_PASSWORD}\n`);
    expect(reset.code).toBe(0);
    expect(reset.output).toContain('has a new password and is signed out everywhere.');
    expect(reset.output).not.toContain(NEW_PASSWORD);
    expect(await get(server, authPaths.getSession, cookie)).toBeNull();
    expect((await signIn(server)).status).toBe(401);
    expect((await signIn(server, NEW_PASSWORD)).status).toBe(200);
  });

  test('a lost second factor is turned off, which ends sessions and is logged; a reset alone leaves it on', async () => {
    const password = { password: NEW_PASSWORD };
    const cookies = async (response: Promise<Response>) => cookiesIn((await response).headers);
    const signedIn = await cookies(signIn(server, NEW_PASSWORD));
    const setUp = await post(server, authPaths.enableSecondFactor, password, signedIn);
    const code = new Authenticator((await setUp.json()).totpURI).next();
    const here = await cookies(post(server, authPaths.verifyCode, { code }, signedIn));
    expect(await get(server, authPaths.getSession, here)).toMatchObject({ user: { email: EMAIL } });
    expect((await built.admin(['reset-password', EMAIL], `${NEW_PASSWORD}\n`)).code).toBe(0);
    expect(await (await signIn(server, NEW_PASSWORD)).json()).toMatchObject({ twoFactorRedirect: true });

    const { code: ended, output } = await built.admin(['turn-off-second-factor', EMAIL.toUpperCase()]);
    expect(ended).toBe(0);
    const [line = '', said] = output.trim().split('\n');
    expect(JSON.parse(line)).toMatchObject({
      level: 40,
      msg: 'account',
      event: 'second_factor_off',
      by: 'administrator',
    });
    expect(line).not.toContain('@');
    expect(said).toContain('signs in with the password alone and is signed out everywhere.');
    expect(await get(server, authPaths.getSession, here)).toBeNull();
    expect(await (await signIn(server, NEW_PASSWORD)).json()).toMatchObject({ user: { email: EMAIL } });
  });
});
