import type { Kysely } from 'kysely';

/** How often Google was asked, and when projects are refreshed from it. Times are milliseconds since 1970. */
export async function createGoogleTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('google_gates')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'double precision', (column) => column.notNull())
    .addColumn('closed_until', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('google_refreshes')
    .addColumn('project_id', 'text', (column) => column.primaryKey().references('projects.id').onDelete('cascade'))
    .addColumn('next_at', 'double precision', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .execute();
}
