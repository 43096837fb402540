import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { version } from '../../package.json';
import { type AuthParts, createAuth } from './auth/auth';
import { commonPasswordsOf } from './auth/commonPasswords';
import { openDatabase } from './database/database';
import { refusalOfDatabase } from './database/databaseErrors';
import { requireSchema } from './database/schema';
import { existingSqliteFile } from './database/sqlite';
import type { Environment } from './environment';
import { StartFailure } from './refusal';
import { readSettings, withSecret } from './settings';

/** Reads one line from standard input, without echo at a terminal. */
function readPassword(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  if (process.stdin.isTTY) process.stdout.write('New password: ');
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => resolve(''));
  });
}

/** Formats a line of the server's log, for log collectors. @see docs/security.md */
const logLine = (event: string, person: string) =>
  JSON.stringify({
    level: 40,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    event,
    outcome: 'done',
    by: 'administrator',
    person,
    msg: 'account',
  });

/** Changes the account of a person. @returns the output of the command */
type Command = (parts: AuthParts, email: string) => Promise<string>;

/** Commands of the administrator, by name. */
const commands: Readonly<Record<string, Command>> = {
  'reset-password': async (parts, email) => {
    await resetPassword(parts, email, await readPassword());
    return `\n${email} has a new password and is signed out everywhere.\n`;
  },
  'turn-off-second-factor': async (parts, email) => {
    const person = await turnSecondFactorOff(parts, email);
    const message = `${email} signs in with the password alone and is signed out everywhere.`;
    return `${logLine('second_factor_off', person)}\n${message}\n`;
  },
};

/**
 * Sets a new password of an account and ends all its sessions.
 *
 * @throws StartFailure if the account does not exist, or the password is too short, too long or too common
 */
async function resetPassword(parts: AuthParts, email: string, password: string): Promise<void> {
  const { internalAdapter, password: passwords } = await createAuth(parts, false).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase(), { includeAccounts: true });
  if (found === null) throw new StartFailure(`There is no account ${email} on this server.`);
  const { minPasswordLength, maxPasswordLength } = passwords.config;
  if (password.length < minPasswordLength || password.length > maxPasswordLength) {
    throw new StartFailure(`A password has ${minPasswordLength} to ${maxPasswordLength} characters.`);
  }
  if (commonPasswordsOf(parts.settings)(password, [found.user.name, email])) {
    throw new StartFailure('This password is among the first that are tried. Choose another.');
  }
  const hash = await passwords.hash(password);
  if (found.accounts.some(({ providerId }) => providerId === 'credential')) {
    await internalAdapter.updatePassword(found.user.id, hash);
  } else {
    await internalAdapter.linkAccount({
      userId: found.user.id,
      providerId: 'credential',
      accountId: found.user.id,
      password: hash,
    });
  }
  await internalAdapter.deleteUserSessions(found.user.id);
}

/**
 * Turns off the second factor of a person who has lost it and all recovery codes, and ends all their sessions. The administrator
 * has checked their identity.
 *
 * @returns the person's id, for the log
 * @throws StartFailure if the account does not exist or has no second factor
 */
export async function turnSecondFactorOff(parts: AuthParts, email: string): Promise<string> {
  const { internalAdapter, adapter } = await createAuth(parts, false).$context;
  const found = await internalAdapter.findUserByEmail(email.toLowerCase());
  if (found === null) throw new StartFailure(`There is no account ${email} on this server.`);
  const { id } = found.user;
  const removedCount = await adapter.deleteMany({ model: 'twoFactor', where: [{ field: 'userId', value: id }] });
  const { twoFactorEnabled } = found.user as { twoFactorEnabled?: boolean };
  if (twoFactorEnabled !== true && removedCount === 0) {
    throw new StartFailure(`${email} signs in with a password alone. Nothing was changed.`);
  }
  await internalAdapter.updateUser(id, { twoFactorEnabled: false });
  await internalAdapter.deleteUserSessions(id);
  return id;
}

/**
 * Runs `tabpoint admin COMMAND EMAIL`.
 *
 * @param usage error thrown if the arguments are no command
 */
export async function runAdmin(
  environment: Environment,
  [name = '', email, ...more]: readonly string[],
  usage: StartFailure,
): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || email === undefined || more.length > 0) throw usage;
  const given = readSettings(environment, { appDir: '', version });
  if (given.databaseUrl === undefined) existingSqliteFile(given.dataDir);
  const settings = withSecret(given);
  const db = await openDatabase(settings);
  try {
    await requireSchema(db);
    return await command({ settings, db }, email);
  } catch (error) {
    const refusal = refusalOfDatabase(error);
    throw refusal === undefined ? error : new StartFailure(refusal.detail, error);
  } finally {
    await db.destroy();
  }
}
