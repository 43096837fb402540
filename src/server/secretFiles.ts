import { readFileSync } from 'node:fs';

/** The environment as `process.env` has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are secrets: each may be given by the path of a file that holds it, under its name with `_FILE` behind it. */
const SECRETS = [
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'GOOGLE_CLIENT_SECRET',
] as const;

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
