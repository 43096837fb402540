import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { StartFailure } from './refusal';

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, and below it what the file `.env` of the current folder says: a variable that is set otherwise wins.
 *
 * @throws StartFailure where the file is there and cannot be read
 */
export function withEnvironmentFile(environment: Environment, path = '.env'): Environment {
  if (!existsSync(path)) return environment;
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...environment };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The file ${path} cannot be read (${code}). Its settings may matter: make it readable.`);
  }
}

/** Settings that are secrets: each may be given by the path of a file that holds it, under its name with `_FILE` behind it. */
const SECRETS = ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS', 'DATABASE_URL', 'METRICS_TOKEN', 'GOOGLE_CLIENT_SECRET'];

/** Characters of a secret, at most: what is longer is another file. */
const LONGEST = 65_536;

/** What a file holds, or what is wrong with it. */
function contentOf(path: string): { readonly value: string } | { readonly wrong: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    if (value === '') return { wrong: `names a file that holds nothing: ${path}` };
    return value.length > LONGEST ? { wrong: `names a file that is too large for a secret: ${path}` } : { value };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return { wrong: `names a file that cannot be read (${code}): ${path}` };
  }
}

/**
 * The environment with the secrets that stand in files, as vaults, Docker and Kubernetes hand them over.
 *
 * @param problems takes what is wrong with them; no secret is ever shown
 */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim() ?? '';
    if (path === '') continue;
    const isTwice = (environment[name]?.trim() ?? '') !== '';
    const content = isTwice ? { wrong: `must not be set together with ${name}.` } : contentOf(path);
    if ('wrong' in content) problems.push(`${name}_FILE ${content.wrong}`);
    else read[name] = content.value;
  }
  return { ...environment, ...read };
}

/** Written whole or not at all, readable by the owner only. */
function writeSecret(file: string, secret: string) {
  const draft = `${file}.new`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/**
 * The secret in the data folder, made there (mode 600) where there is none.
 *
 * @throws StartFailure where the file holds none
 */
export function secretIn(dataDir: string): string {
  const file = join(dataDir, 'auth-secret');
  if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('hex'));
  chmodSync(file, 0o600);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32) {
    throw new StartFailure(`${file} holds no secret. Restore it; or remove it, and everybody signs in again.`);
  }
  return secret;
}
