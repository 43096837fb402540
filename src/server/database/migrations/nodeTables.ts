import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../database';

/** Where servers hear of each other's changes. */
export const NEWS_CHANNEL = 'tabpoint_news';

/** What answers depend on of a project, and of a tab beside its revision. */
const ofProject = [
  ...['owner_id', 'sheet_id', 'access', 'writable', 'read_only_reason', 'paused', 'status', 'status_reason'],
  ...['synced_at', 'refresh_seconds', 'deleted_at'],
];
const ofTab = [
  ...['project_id', 'sheet_id', 'position', 'title', 'slug', 'former_names', 'published', 'key_column'],
  ...['snapshot_blob', 'gone_at'],
];
const ofKey = ['project_id', 'origins', 'revoked_at', 'changed_at'];

const differ = (columns: readonly string[]) =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from ` +
  `(${columns.map((column) => `new.${column}`).join(', ')})`;

/** A function for triggers that tells a text, which may speak of `it`, the new row or the removed one. */
const teller = (name: string, text: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  declare it record;
  begin
    if tg_op = 'DELETE' then it := old; else it := new; end if;
    perform pg_notify('${NEWS_CHANNEL}', ${text});
    return null;
  end $$`;

const trigger = (name: string, table: string, events: string, does: string, when?: string) => `
  create trigger ${name} after ${events} on ${table}
  for each row ${when === undefined ? '' : `when (${when})`} execute function ${does}()`;

/** A tab that goes from one project to another concerns both. */
const MOVED_TAB = `
  create function tabpoint_tell_moved_tab() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${NEWS_CHANNEL}', 'project ' || old.project_id);
    return null;
  end $$`;

const STATEMENTS = [
  teller('tabpoint_tell_project', `'project ' || it.id`),
  teller('tabpoint_tell_tab', `'project ' || it.project_id`),
  teller('tabpoint_tell_rows', `'rows ' || it.id || ' ' || it.revision`),
  teller('tabpoint_tell_key', `'key ' || it.id`),
  teller('tabpoint_tell_plans', `'plans'`),
  MOVED_TAB,
  trigger('tabpoint_project', 'projects', 'update', 'tabpoint_tell_project', differ(ofProject)),
  trigger('tabpoint_project_gone', 'projects', 'delete', 'tabpoint_tell_project'),
  trigger('tabpoint_tab', 'project_tabs', 'update', 'tabpoint_tell_tab', differ(ofTab)),
  trigger('tabpoint_tab_moved', 'project_tabs', 'update', 'tabpoint_tell_moved_tab', differ(['project_id'])),
  trigger('tabpoint_tab_or_not', 'project_tabs', 'insert or delete', 'tabpoint_tell_tab'),
  trigger('tabpoint_rows', 'project_tabs', 'update', 'tabpoint_tell_rows', differ(['revision'])),
  trigger('tabpoint_key', 'api_keys', 'update', 'tabpoint_tell_key', differ(ofKey)),
  trigger('tabpoint_key_or_not', 'api_keys', 'insert or delete', 'tabpoint_tell_key'),
  trigger('tabpoint_plans', 'person_plans', 'insert or update or delete', 'tabpoint_tell_plans'),
];

/**
 * What several servers on one PostgreSQL need: leases, calls that are counted together, and triggers that tell all of them what
 * a transaction has changed as soon as it is committed. A trigger is forgotten by nobody who writes.
 */
export async function createNodeTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await db.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('fence', 'bigint', (column) => column.notNull())
    .addColumn('until', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('call_windows')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('began_at', 'double precision', (column) => column.notNull())
    .addColumn('calls', 'integer', (column) => column.notNull())
    .execute();
  if (kind === 'postgres') for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
