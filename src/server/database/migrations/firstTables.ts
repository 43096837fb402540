import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database';

const bytesType = { sqlite: sql`blob`, postgres: sql`bytea` } as const;

const key = (table: CreateTableBuilder<string, string>) =>
  table.addColumn('id', 'text', (column) => column.primaryKey());

const owned = (table: CreateTableBuilder<string, string>) =>
  key(table).addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'));

async function createBlobs(db: Kysely<unknown>, kind: DatabaseKind) {
  await key(db.schema.createTable('blobs'))
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('blob_chunks')
    .addColumn('blob_id', 'text', (column) => column.notNull().references('blobs.id').onDelete('cascade'))
    .addColumn('n', 'integer', (column) => column.notNull())
    .addColumn('bytes', bytesType[kind], (column) => column.notNull())
    .addPrimaryKeyConstraint('blob_chunks_pk', ['blob_id', 'n'])
    .execute();
}

async function createDrive(db: Kysely<unknown>) {
  await owned(db.schema.createTable('drive_spreadsheets'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('file_kind', 'text', (column) => column.notNull())
    .addColumn('file_bytes', 'bigint', (column) => column.notNull())
    .addColumn('file_blob', 'text', (column) => column.notNull().references('blobs.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute();
  await db.schema
    .createTable('drive_tabs')
    .addColumn('spreadsheet_id', 'text', (column) =>
      column.notNull().references('drive_spreadsheets.id').onDelete('cascade'),
    )
    .addColumn('sheet_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('columns', 'integer', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('raw_blob', 'text', (column) => column.notNull().references('blobs.id'))
    .addPrimaryKeyConstraint('drive_tabs_pk', ['spreadsheet_id', 'sheet_id'])
    .execute();
}

async function createProjects(db: Kysely<unknown>) {
  await owned(db.schema.createTable('projects'))
    .addColumn('sheet_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('access', 'text', (column) => column.notNull())
    .addColumn('writable', 'integer', (column) => column.notNull())
    .addColumn('read_only_reason', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_reason', 'text')
    .addColumn('paused', 'integer', (column) => column.notNull())
    .addColumn('refresh_seconds', 'integer', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('synced_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute();
}

async function createProjectTabs(db: Kysely<unknown>) {
  await key(db.schema.createTable('project_tabs'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('sheet_id', 'bigint', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('former_names', 'text', (column) => column.notNull())
    .addColumn('published', 'integer', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .addColumn('columns', 'text', (column) => column.notNull())
    .addColumn('warnings', 'text', (column) => column.notNull())
    .addColumn('header_row', 'integer')
    .addColumn('key_column', 'text')
    .addColumn('column_types', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('snapshot_blob', 'text', (column) => column.notNull().references('blobs.id'))
    .addColumn('gone_at', 'text')
    .execute();
}

async function createIndexes(db: Kysely<unknown>) {
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute();
  await index('drive_spreadsheets_owner', 'drive_spreadsheets', ['owner_id', 'created_at']);
  await index('drive_spreadsheets_file', 'drive_spreadsheets', ['file_blob']);
  await index('drive_tabs_raw', 'drive_tabs', ['raw_blob']);
  await index('projects_owner', 'projects', ['owner_id', 'created_at']);
  await index('projects_sheet', 'projects', ['sheet_id']);
  await index('project_tabs_project', 'project_tabs', ['project_id', 'position']);
  await index('project_tabs_snapshot', 'project_tabs', ['snapshot_blob']);
  await db.schema
    .createIndex('projects_one_per_sheet')
    .unique()
    .on('projects')
    .columns(['owner_id', 'sheet_id'])
    .where(sql<boolean>`deleted_at is null`)
    .execute();
}

/**
 * The tables of `../schema.ts`. What a person owns goes with them; a blob in use cannot be removed.
 */
export async function createFirstTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createBlobs(db, kind);
  await createDrive(db);
  await createProjects(db);
  await createProjectTabs(db);
  await createIndexes(db);
}
