import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GivenSettings, Settings } from './settings';
import { StartFailure } from './refusal';

const LEAST_CHARACTERS = 32;

/** Written whole or not at all, readable by the owner only. */
function writeSecret(file: string, secret: string) {
  const draft = `${file}.new`;
  const descriptor = openSync(draft, 'w', 0o600);
  writeSync(descriptor, `${secret}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(draft, file);
}

function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('hex'));
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < LEAST_CHARACTERS) {
    throw new StartFailure(`${file} holds no secret. Restore it; or remove it, and everybody signs in again.`);
  }
  return secret;
}

/** Completes the settings: without `AUTH_SECRET` one is made once and kept in the data folder (mode 600). */
export const withSecret = (given: GivenSettings): Settings => ({
  ...given,
  authSecret: given.authSecret ?? keptSecret(given.dataDir),
});
