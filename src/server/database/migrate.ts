import type { BetterAuthOptions } from 'better-auth';
import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { DatabaseKind } from './database';
import { StartFailure } from '../startFailure';
import { createAccessTables } from './migrations/accessTables';
import { createFirstTables } from './migrations/firstTables';
import { createFormerSnapshots } from './migrations/formerSnapshots';
import { createGoogleConsent } from './migrations/googleConsent';
import { createGoogleNews } from './migrations/googleNews';
import { createGoogleTables } from './migrations/googleTables';
import { createGoogleWrites } from './migrations/googleWrites';
import { addGridColumns } from './migrations/gridColumns';
import { createHistoryTables } from './migrations/historyTables';
import { addKeptRawTabs } from './migrations/keptRawTabs';
import { createMeantRows } from './migrations/meantRows';
import { createNodeTables } from './migrations/nodeTables';
import { createPlanTables } from './migrations/planTables';
import { addRepeatedMerges } from './migrations/repeatedMerges';
import { addSecondFactor } from './migrations/secondFactor';
import { createSecondTables } from './migrations/secondTables';
import { createSeenRevisions } from './migrations/seenRevisions';
import { addSheetNumbers } from './migrations/sheetNumbers';
import { createUsageTimes } from './migrations/usageTimes';
import type { Database } from './schema';
import { sqliteOf } from './sqlite';

/** In order of their names; one that has been released is never changed again. */
const migrationsOf = (kind: DatabaseKind): Record<string, Migration> => ({
  '001 first tables': { up: (db: Kysely<unknown>) => createFirstTables(db, kind) },
  '002 record log': { up: createSecondTables },
  '003 keys and usage': { up: createAccessTables },
  '004 history and versions': { up: createHistoryTables },
  '005 drive grid': { up: addGridColumns },
  '006 plans': { up: createPlanTables },
  '007 google': { up: createGoogleTables },
  '008 usage times': { up: createUsageTimes },
  '009 kept raw tabs': { up: addKeptRawTabs },
  '010 google consent': { up: createGoogleConsent },
  '011 google writes': { up: createGoogleWrites },
  '012 nodes': { up: (db: Kysely<unknown>) => createNodeTables(db, kind) },
  '013 repeated merges': { up: addRepeatedMerges },
  '014 google news': { up: createGoogleNews },
  '015 former snapshots': { up: (db: Kysely<unknown>) => createFormerSnapshots(db, kind) },
  '016 seen revisions': { up: createSeenRevisions },
  '017 second factor': { up: addSecondFactor },
  '018 meant rows': { up: createMeantRows },
  '019 sheet numbers': { up: addSheetNumbers },
});

/** Of PostgreSQL's advisory locks, the one that nodes starting at the same time queue for. */
const MIGRATION_LOCK = 5_462_501;

/** Runs `work` on at most one node at a time. SQLite's folder is locked already. */
async function alone(db: Kysely<Database>, kind: DatabaseKind, work: () => Promise<void>) {
  if (kind === 'sqlite') return work();
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${MIGRATION_LOCK})`.execute(connection);
    }
  });
}

async function migrateOurs(db: Kysely<Database>, kind: DatabaseKind) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrationsOf(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('A step of the migration failed.', { cause: error });
}

/** The auth library's settings, which its tables follow from. */
export interface AuthTables {
  readonly options: () => BetterAuthOptions | Promise<BetterAuthOptions>;
  /** Differs with every build of the server; where it is not given the tables are looked at each time. */
  readonly build?: number;
}

/**
 * Makes the tables of the auth library. A SQLite file remembers which build has last seen to that: the library takes its time to
 * be loaded.
 */
async function migrateAuth(db: Kysely<Database>, { options, build }: AuthTables) {
  const sqlite = build === undefined ? undefined : sqliteOf(db);
  if (sqlite?.pragma('user_version', { simple: true }) === build && build !== undefined) return;
  const { getMigrations } = await import('better-auth/db/migration');
  await (await getMigrations(await options())).runMigrations();
  sqlite?.pragma(`user_version = ${build}`);
}

/**
 * Brings the database up to this version: Better Auth's tables, then ours, which refer to its `user`. A second run changes
 * nothing.
 *
 * @throws StartFailure when a newer version has used the database, or a step fails
 */
export async function migrate(db: Kysely<Database>, kind: DatabaseKind, auth: AuthTables): Promise<void> {
  try {
    await alone(db, kind, async () => {
      await migrateAuth(db, auth);
      await migrateOurs(db, kind);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const newer = /previously executed migration .* is missing/.test(reason);
    throw new StartFailure(
      newer
        ? 'The database was used by a newer version of Tabpoint. Start that version, or restore a backup.'
        : `The database could not be brought up to date: ${reason}`,
      error,
    );
  }
}
