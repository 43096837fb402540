import type { Kysely } from 'kysely';

/**
 * Which version of a spreadsheet a project was last read at, and who is told of changes by Google. Times are milliseconds
 * since 1970.
 */
export async function createGoogleNews(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('google_refreshes').addColumn('version', 'text').execute();
  await db.schema.alterTable('google_refreshes').addColumn('read_at', 'double precision').execute();
  await db.schema
    .createTable('google_channels')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sheet_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('resource_id', 'text')
    .addColumn('until', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('google_channels_sheet').on('google_channels').column('sheet_id').execute();
}
