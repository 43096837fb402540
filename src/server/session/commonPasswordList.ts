import { readFileSync, statSync } from 'node:fs';
import { limits } from '../../contract/limits';
import type { Settings } from '../settings';
import { StartFailure } from '../startFailure';
import { isCommonPassword } from './commonPasswords';

/** Whether a password is among those that are tried first. `own`: words somebody may be known by. */
export type IsCommon = (password: string, own?: readonly string[]) => boolean;

/** Bytes of a list at most: it is held in memory. */
const LARGEST = 64 * 1024 * 1024;

const NOTHING: ReadonlySet<string> = new Set();

/** The passwords of a list that are long enough to be chosen at all, one a line. */
function readList(file: string): ReadonlySet<string> {
  try {
    if (statSync(file).size <= LARGEST) {
      const lines = readFileSync(file, 'utf8').split(/\r?\n/);
      return new Set(
        lines.filter(({ length }) => length >= limits.passwordCharacters).map((line) => line.toLowerCase()),
      );
    }
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new StartFailure(`The list of COMMON_PASSWORDS cannot be read (${code}): ${file}`);
  }
  throw new StartFailure('The list of COMMON_PASSWORDS is larger than 64 MB. Leave out what is rare.');
}

/**
 * What tells common passwords: rules, and the list of `COMMON_PASSWORDS` where there is one.
 *
 * @throws StartFailure when the list cannot be read
 */
export function commonPasswordsOf({ commonPasswords }: Pick<Settings, 'commonPasswords'>): IsCommon {
  const list = commonPasswords === undefined ? NOTHING : readList(commonPasswords);
  return (password, own) => list.has(password.toLowerCase()) || isCommonPassword(password, own);
}
