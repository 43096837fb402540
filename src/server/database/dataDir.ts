import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartFailure } from '../refusal';
import { sqliteCode } from './databaseErrors';
import { Sqlite } from './sqliteLibrary';

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a folder and its parents, for this user only. Not with Node's `recursive`, which loops forever in a folder that allows no
 * subfolders, such as `/proc`.
 */
export function makeFolders(folder: string): void {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it just now.
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

function takeLock(file: string): Sqlite {
  let lock: Sqlite | undefined;
  try {
    lock = new Sqlite(file, { timeout: 0 });
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock?.close();
    throw new StartFailure(lockFailure(file, sqliteCode(error)), error);
  }
}

function lockFailure(file: string, code = ''): string {
  const folder = dirname(file);
  if (code === 'SQLITE_BUSY') {
    return `Another Tabpoint is running on ${folder}. Stop it first, or give this one another DATA_DIR.`;
  }
  if (/^SQLITE_(FULL|IOERR)/.test(code)) {
    return `The data folder ${folder} cannot be written (${code}). Check whether its disk is full.`;
  }
  return `The lock ${file} cannot be used. Remove this file and start again.`;
}

/**
 * Creates the data folder and locks it for this process, by a file lock on an empty SQLite database: the system releases it when
 * the process is killed, so nothing has to be cleaned up by hand.
 *
 * @returns function that releases the lock
 * @throws StartFailure if another process holds it, or the folder cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const lock = takeLock(join(dataDir, 'lock'));
  return () => void lock.close();
}
