import { parentPort, workerData } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';

/**
 * Entry of a thread with a connection of its own: whenever it is told to, it moves what is committed from the write-ahead log
 * into the database file. That waits for the disk, and nobody waits for it.
 */
function serve(file: string) {
  const sqlite = new BetterSqlite3(file, { fileMustExist: true, timeout: 0 });
  parentPort?.on('message', () => {
    try {
      sqlite.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      parentPort?.postMessage('done');
    }
  });
}

serve(workerData as string);
