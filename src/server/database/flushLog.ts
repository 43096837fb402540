import { open } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from './schema';
import { sqliteOf } from './sqlite';

/** @returns undefined where there is no such file, as nothing was written yet */
const opened = (file: string) =>
  open(file, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/**
 * Brings to the disk what was committed without waiting for that (`notWaiting.ts`), while others go on. The next commit that
 * waits would else bring it there, and the event loop would stand still meanwhile. With PostgreSQL nothing need be done.
 */
export async function flushLog(db: Kysely<Database>): Promise<void> {
  const sqlite = sqliteOf(db);
  if (sqlite === undefined) return;
  // SQLite's locks are on its other files, and outlive the closing of this one ("The WAL-Index File Format").
  const log = await opened(`${sqlite.name}-wal`);
  try {
    await log?.datasync();
  } finally {
    await log?.close();
  }
}
