import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database';

/**
 * How long rows that were replaced are kept: a minute more than a cursor lives (`../../endpoints/heldViews.ts`), since both are
 * prolonged by clocks of their own.
 */
const KEPT_UNTIL = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+11 minutes')`,
  postgres: `to_char(now() at time zone 'utc' + interval '11 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
} as const;

const keepOld = (kind: DatabaseKind) => `
  insert into former_snapshots
    (snapshot_blob, tab_id, spreadsheet_id, sheet_id, snapshot_sequence, revision, until_revision, key_column,
     shown_blob, repeat_merged, kept_until)
  select old.snapshot_blob, old.id, p.sheet_id, old.sheet_id, old.snapshot_sequence, old.snapshot_revision, old.revision,
    old.key_column, coalesce(old.derived_from, old.raw_blob), old.repeat_merged, ${KEPT_UNTIL[kind]}
  from projects p where p.id = old.project_id
  on conflict do nothing`;

/** Other rows make a revision; rows of a log that became part of them are as old as the last of these. */
const newRevision = (greatest: string) => `
  case when new.revision <> old.revision then new.revision else ${greatest}(old.snapshot_revision, coalesce((
    select l.revision from record_log l join projects p on p.sheet_id = l.spreadsheet_id
    where p.id = new.project_id and l.sheet_id = new.sheet_id and l.sequence = new.snapshot_sequence), 0)) end`;

const STATEMENTS = {
  sqlite: [
    `create trigger tabpoint_former after update of snapshot_blob on project_tabs
    when old.snapshot_blob <> new.snapshot_blob
    begin
      ${keepOld('sqlite')};
      update project_tabs set snapshot_revision = ${newRevision('max')} where id = new.id;
    end`,
  ],
  postgres: [
    `create function tabpoint_keep_former() returns trigger language plpgsql as $$
    begin
      ${keepOld('postgres')};
      new.snapshot_revision := ${newRevision('greatest')};
      return new;
    end $$`,
    `create trigger tabpoint_former before update on project_tabs
    for each row when (old.snapshot_blob <> new.snapshot_blob) execute function tabpoint_keep_former()`,
  ],
} as const;

/**
 * Rows that were replaced, for as long as cursors may ask for them. Whoever replaces a tab's snapshot has the old one noted by a
 * trigger, so that nobody forgets to.
 */
export async function createFormerSnapshots(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .alterTable('project_tabs')
    .addColumn('snapshot_revision', 'bigint', (definition) => definition.notNull().defaultTo(0))
    .execute();
  await sql`update project_tabs set snapshot_revision = revision`.execute(db);
  await db.schema
    .createTable('former_snapshots')
    .addColumn('snapshot_blob', 'text', (column) => column.primaryKey().references('blobs.id'))
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('spreadsheet_id', 'text', (column) => column.notNull())
    .addColumn('sheet_id', 'bigint', (column) => column.notNull())
    .addColumn('snapshot_sequence', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('until_revision', 'bigint', (column) => column.notNull())
    .addColumn('key_column', 'text')
    .addColumn('shown_blob', 'text')
    .addColumn('repeat_merged', 'integer', (column) => column.notNull())
    .addColumn('kept_until', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('former_snapshots_tab').on('former_snapshots').columns(['tab_id']).execute();
  await db.schema.createIndex('former_snapshots_shown').on('former_snapshots').columns(['shown_blob']).execute();
  for (const statement of STATEMENTS[kind]) await sql.raw(statement).execute(db);
}
