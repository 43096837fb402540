import type { Kysely } from 'kysely';

/** How long calls of the data API took, in buckets, by hour. */
export async function createUsageTimes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('usage_times')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('hour', 'text', (column) => column.notNull())
    .addColumn('bucket', 'integer', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_times_pk', ['project_id', 'hour', 'bucket'])
    .execute();
  await db.schema.createIndex('usage_times_hour').on('usage_times').columns(['hour']).execute();
}
