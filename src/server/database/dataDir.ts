import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Sqlite } from './sqliteLibrary';
import { sqliteCode } from './trouble';
import { StartFailure } from '../refusal';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Makes a folder and those it is in. Node's own way tries for ever in a folder that takes no others, such as `/proc`. */
function makeFolders(folder: string) {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(folder)) throw error;
  }
}

function makeDataDir(dataDir: string) {
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(`The data folder ${dataDir} cannot be written. Check who owns it, or set DATA_DIR.`, error);
  }
}

function takeLock(file: string, lock: Sqlite) {
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    const sentence =
      sqliteCode(error) === 'SQLITE_BUSY'
        ? `Another Tabpoint is running on ${dirname(file)}. Stop it first, or give this one another DATA_DIR.`
        : `The lock ${file} cannot be used. Remove this file and start again.`;
    throw new StartFailure(sentence, error);
  }
}

/**
 * Makes the data folder and takes it for this process, by a lock that the system holds on an empty SQLite file: a killed
 * process leaves nothing behind that would have to be cleared by hand.
 *
 * @returns lets others use it; the system does the same when the process is killed
 * @throws StartFailure when another process has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const file = join(dataDir, 'lock');
  const lock = new Sqlite(file, { timeout: 0 });
  takeLock(file, lock);
  return () => void lock.close();
}
