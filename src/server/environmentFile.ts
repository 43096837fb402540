import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartFailure } from './refusal';
import type { Environment } from './settingsReaders';

/** Name of the file, in the folder that the command is called from. */
const FILE = '.env';

/**
 * The environment, and below it what the file `.env` says: a variable that is set otherwise wins.
 *
 * @throws StartFailure where the file is there and cannot be read
 */
export function withEnvironmentFile(environment: Environment, path = FILE): Environment {
  if (!existsSync(path)) return environment;
  try {
    return { ...parseEnv(readFileSync(path, 'utf8')), ...environment };
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The file ${path} cannot be read (${code}). Its settings may matter: make it readable.`);
  }
}
