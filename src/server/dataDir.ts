import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { StartFailure } from './startFailure';

/** A data folder that this process alone may use. */
export interface DataDirLock {
  /** Lets others use it. The system does the same when the process is killed. */
  readonly release: () => void;
}

function makeFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(`The data folder ${dataDir} cannot be written. Check who owns it, or set DATA_DIR.`, error);
  }
}

/**
 * Makes the data folder and takes it for this process, by a lock that the system holds on an empty SQLite file: a killed
 * process leaves nothing behind that would have to be cleared by hand.
 *
 * @throws StartFailure when another process has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): DataDirLock {
  makeFolder(dataDir);
  const lock = new BetterSqlite3(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    throw new StartFailure(
      `Another Tabpoint is running on ${dataDir}. Stop it first, or give this one another DATA_DIR.`,
      error,
    );
  }
  return { release: () => void lock.close() };
}
