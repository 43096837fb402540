import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { AuthParts } from './auth/auth';
import { resetPassword, turnSecondFactorOff } from './auth/adminAccounts';

/** Reads one line; at a terminal nothing of what is typed is shown. */
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

/** A line as the server's log has them, for whoever collects it. @see docs/security.md */
const logLine = (event: string, person: string) =>
  JSON.stringify({
    ...{ level: 40, time: Date.now(), pid: process.pid, hostname: hostname() },
    ...{ event, outcome: 'done', by: 'administrator', person, msg: 'account' },
  });

/** Does something to the account of somebody. @returns what is said of it */
type Command = (parts: AuthParts, email: string) => Promise<string>;

/** What the administrator may do, by the word it is called by. */
export const commands: Readonly<Record<string, Command>> = {
  'reset-password': async (parts, email) => {
    await resetPassword(parts, email, await readPassword());
    return `\n${email} has a new password and is signed out everywhere.\n`;
  },
  'turn-off-second-factor': async (parts, email) => {
    const person = await turnSecondFactorOff(parts, email);
    const said = `${email} signs in with the password alone and is signed out everywhere.`;
    return `${logLine('second_factor_off', person)}\n${said}\n`;
  },
};
