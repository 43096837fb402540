import type { Kysely } from 'kysely';

/** The rows of Google's sheets that writes with an `Idempotency-Key` were about when they first came. */
export async function createMeantRows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('google_meant_rows')
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('rows', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('google_meant_rows_pk', ['tab_id', 'caller', 'key'])
    .execute();
  await db.schema.createIndex('google_meant_rows_age').on('google_meant_rows').columns(['created_at']).execute();
}
