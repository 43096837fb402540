import type { Kysely } from 'kysely';

/** Whose turn it is to write to a spreadsheet of Google, and what was about to be written. */
export async function createGoogleWrites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('google_turns')
    .addColumn('sheet_id', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('until', 'double precision', (column) => column.notNull())
    .addColumn('notes', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('google_writes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sheet_id', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('note_id', 'integer', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('caller', 'text')
    .addColumn('key', 'text')
    .addColumn('request_hash', 'text')
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('google_writes_sheet').on('google_writes').columns(['sheet_id']).execute();
  await db.schema.createIndex('google_writes_tab').on('google_writes').columns(['tab_id']).execute();
  await db.schema.createIndex('google_writes_owner').on('google_writes').columns(['owner_id']).execute();
}
