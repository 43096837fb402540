import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { StartFailure } from './refusal';

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Adds the variables of the file `.env` in the current folder; variables of the environment take precedence.
 *
 * @throws StartFailure if the file exists but cannot be read
 */
export function withEnvironmentFile(environment: Environment, path = '.env'): Environment {
  if (!existsSync(path)) return environment;
  try {
    // Without a byte order mark, which would become part of the first name. UTF-16, as PowerShell writes it, is an error.
    const content = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return { ...parseEnv(content), ...environment };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    const reason = code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8' : code;
    throw new StartFailure(`The file ${path} cannot be read (${reason}). Its settings may matter: make it readable.`);
  }
}

/** Secret settings. Each may also be given as a file, whose path is in the variable with `_FILE` appended. */
const SECRETS = ['AUTH_SECRET', 'AUTH_SECRET_PREVIOUS', 'DATABASE_URL', 'METRICS_TOKEN', 'GOOGLE_CLIENT_SECRET'];

/** Maximum characters of a secret: a longer file is the wrong file. */
const MAX_SECRET_CHARS = 65_536;

/** Reads a secret file. @returns its content, or the reason why it is invalid */
function contentOf(path: string): { readonly value: string } | { readonly wrong: string } {
  try {
    const value = readFileSync(path, 'utf8').trim();
    if (value === '') return { wrong: `names a file that holds nothing: ${path}` };
    if (value.length > MAX_SECRET_CHARS) return { wrong: `names a file that is too large for a secret: ${path}` };
    return { value };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    return { wrong: `names a file that cannot be read (${code}): ${path}` };
  }
}

/**
 * Adds the secrets given as files, as vaults, Docker and Kubernetes provide them.
 *
 * @param problems receives the problems of these files; no secret is ever part of a message
 */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const secrets: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`]?.trim() ?? '';
    if (path === '') continue;
    const isSetTwice = (environment[name]?.trim() ?? '') !== '';
    const content = isSetTwice ? { wrong: `must not be set together with ${name}.` } : contentOf(path);
    if ('wrong' in content) problems.push(`${name}_FILE ${content.wrong}`);
    else secrets[name] = content.value;
  }
  return { ...environment, ...secrets };
}

/** Writes a secret atomically, readable by the owner only. */
function writeSecret(file: string, secret: string) {
  const draft = `${file}.new`;
  writeFileSync(draft, `${secret}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function readSecret(file: string): string {
  try {
    if (!existsSync(file)) writeSecret(file, randomBytes(32).toString('hex'));
    chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StartFailure(`The secret ${file} cannot be read or written. Check who owns it.`, error);
  }
}

/** Returns the path of the secret that is stored in the data folder. */
export const secretFileIn = (dataDir: string): string => join(dataDir, 'auth-secret');

/**
 * Returns the secret stored in the data folder, and generates it (mode 600) if it does not exist.
 *
 * @throws StartFailure if the file cannot be used, or holds no secret
 */
export function readOrCreateSecret(dataDir: string): string {
  const file = secretFileIn(dataDir);
  const secret = readSecret(file);
  if (secret.length < 32) {
    throw new StartFailure(`${file} holds no secret. Restore it; or remove it, and everybody signs in again.`);
  }
  return secret;
}
