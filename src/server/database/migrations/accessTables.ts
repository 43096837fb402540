import type { Kysely } from 'kysely';

async function createApiKeys(db: Kysely<unknown>) {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('suffix', 'text', (column) => column.notNull())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('tabs', 'text')
    .addColumn('hidden_columns', 'text')
    .addColumn('origins', 'text')
    .addColumn('expires_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .addColumn('revoked_at', 'text')
    .addColumn('changed_at', 'text', (column) => column.notNull())
    .execute();
}

async function createUsageCounts(db: Kysely<unknown>) {
  await db.schema
    .createTable('usage_counts')
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('tab_id', 'text', (column) => column.notNull())
    .addColumn('hour', 'text', (column) => column.notNull())
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('from_cache', 'integer', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_counts_pk', ['project_id', 'hour', 'tab_id', 'method', 'outcome', 'from_cache'])
    .execute();
}

/** Keys of the data API, and how often it was called. */
export async function createAccessTables(db: Kysely<unknown>): Promise<void> {
  await createApiKeys(db);
  await createUsageCounts(db);
  await db.schema.createIndex('api_keys_project').on('api_keys').columns(['project_id', 'created_at']).execute();
  await db.schema.createIndex('api_keys_changed').on('api_keys').columns(['changed_at']).execute();
  await db.schema.createIndex('usage_counts_hour').on('usage_counts').columns(['hour']).execute();
}
