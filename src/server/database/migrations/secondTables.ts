import type { Kysely } from 'kysely';

async function createRecordLog(db: Kysely<unknown>) {
  await db.schema
    .createTable('record_log')
    .addColumn('spreadsheet_id', 'text', (column) =>
      column.notNull().references('drive_spreadsheets.id').onDelete('cascade'),
    )
    .addColumn('sheet_id', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('tab_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('changes', 'integer', (column) => column.notNull())
    .addColumn('rows_delta', 'integer', (column) => column.notNull())
    .addColumn('entries', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('record_log_pk', ['spreadsheet_id', 'sheet_id', 'sequence'])
    .execute();
}

async function createGoneRows(db: Kysely<unknown>) {
  await db.schema
    .createTable('gone_rows')
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('gone_rows_pk', ['tab_id', 'row_id'])
    .execute();
}

async function createIdempotencyKeys(db: Kysely<unknown>) {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('caller', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pk', ['tab_id', 'caller', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').columns(['created_at']).execute();
}

/** What is needed to write rows: the log of the drive's tabs, ids that have vanished, and answers to be repeated. */
export async function createSecondTables(db: Kysely<unknown>): Promise<void> {
  await createRecordLog(db);
  await createGoneRows(db);
  await createIdempotencyKeys(db);
  for (const column of ['sequence', 'raw_sequence']) {
    await db.schema
      .alterTable('drive_tabs')
      .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .alterTable('project_tabs')
    .addColumn('snapshot_sequence', 'bigint', (definition) => definition.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('project_tabs').addColumn('derived_from', 'text').execute();
}
