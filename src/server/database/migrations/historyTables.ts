import type { CreateTableBuilder, Kysely } from 'kysely';

async function createSyncRuns(db: Kysely<unknown>) {
  await db.schema
    .createTable('sync_runs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('milliseconds', 'bigint', (column) => column.notNull())
    .addColumn('result', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('changes', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sync_runs_project')
    .on('sync_runs')
    .columns(['project_id', 'started_at', 'id'])
    .execute();
  await db.schema.createIndex('sync_runs_age').on('sync_runs').columns(['started_at']).execute();
}

const versioned = (table: CreateTableBuilder<string, string>) =>
  table
    .addColumn('spreadsheet_id', 'text', (column) =>
      column.notNull().references('drive_spreadsheets.id').onDelete('cascade'),
    )
    .addColumn('n', 'integer', (column) => column.notNull());

async function createDriveVersions(db: Kysely<unknown>) {
  await versioned(db.schema.createTable('drive_versions'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('restored_from', 'integer')
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('file_kind', 'text', (column) => column.notNull())
    .addColumn('file_bytes', 'bigint', (column) => column.notNull())
    .addColumn('file_blob', 'text', (column) => column.notNull().references('blobs.id'))
    .addPrimaryKeyConstraint('drive_versions_pk', ['spreadsheet_id', 'n'])
    .execute();
  await versioned(db.schema.createTable('drive_version_tabs'))
    .addColumn('sheet_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('columns', 'integer', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('raw_blob', 'text', (column) => column.notNull().references('blobs.id'))
    .addPrimaryKeyConstraint('drive_version_tabs_pk', ['spreadsheet_id', 'n', 'sheet_id'])
    .execute();
  await db.schema.createIndex('drive_versions_file').on('drive_versions').columns(['file_blob']).execute();
  await db.schema.createIndex('drive_version_tabs_raw').on('drive_version_tabs').columns(['raw_blob']).execute();
}

/** The history of syncs, the versions of the drive's spreadsheets, and which tabs are hidden. */
export async function createHistoryTables(db: Kysely<unknown>): Promise<void> {
  await createSyncRuns(db);
  await createDriveVersions(db);
  await db.schema
    .alterTable('project_tabs')
    .addColumn('hidden', 'integer', (definition) => definition.notNull().defaultTo(0))
    .execute();
}
