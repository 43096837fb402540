import type { DatabaseKind } from './databaseKind';

/** Columns that hold the id of a blob, by table. */
export const blobHolders = {
  drive_spreadsheets: ['file_blob'],
  drive_tabs: ['raw_blob'],
  drive_versions: ['file_blob'],
  drive_version_tabs: ['raw_blob'],
  project_tabs: ['snapshot_blob', 'raw_blob'],
  former_snapshots: ['snapshot_blob', 'raw_blob', 'delta_blob'],
} as const;

/** PostgreSQL channel of the notifications between servers. */
export const NOTIFICATION_CHANNEL = 'tabpoint_news';

const NOW = {
  sqlite: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
  postgres: `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
} as const;

const insertFormerSnapshot = (kind: DatabaseKind) => `
  insert into former_snapshots
    (tab_id, number, spreadsheet_id, sheet_id, snapshot_sequence, revision, until_revision,
     actor, reason, authored_at, authored_revision,
     header_row, key_column, column_types, repeat_merged, columns, snapshot_blob, raw_blob,
     raw_sequence, replaced_at)
  select old.id, (select coalesce(max(f.number), 0) + 1 from former_snapshots f where f.tab_id = old.id),
    p.sheet_id, old.sheet_id, old.snapshot_sequence, old.snapshot_revision, old.revision,
    old.actor, old.reason, old.authored_at, old.authored_revision,
    old.header_row, old.key_column, old.column_types, old.repeat_merged, old.columns,
    old.snapshot_blob, old.raw_blob, old.raw_sequence, ${NOW[kind]}
  from projects p where p.id = old.project_id`;

/**
 * Expression of the new snapshot's revision: the tab's revision if its rows changed; if only log entries were folded into the
 * snapshot, that of the last such entry.
 */
const snapshotRevision = (greatest: 'max' | 'greatest') => `
  case when new.revision <> old.revision then new.revision else ${greatest}(old.snapshot_revision, coalesce((
    select l.revision from record_log l join projects p on p.sheet_id = l.spreadsheet_id
    where p.id = new.project_id and l.sheet_id = new.sheet_id and l.sequence = new.snapshot_sequence), 0)) end`;

/** Triggers that insert each replaced snapshot and raw tab into `former_snapshots`, whichever statement replaces it. */
const formerSnapshotTriggers = {
  sqlite: [
    `create trigger tabpoint_former after update of snapshot_blob, raw_blob on project_tabs
    when old.snapshot_blob <> new.snapshot_blob
      or old.raw_blob is not new.raw_blob
    begin
      ${insertFormerSnapshot('sqlite')};
      update project_tabs set snapshot_revision = ${snapshotRevision('max')} where id = new.id;
    end`,
  ],
  postgres: [
    `create function tabpoint_keep_former() returns trigger language plpgsql as $$
    begin
      ${insertFormerSnapshot('postgres')};
      new.snapshot_revision := ${snapshotRevision('greatest')};
      return new;
    end $$`,
    `create trigger tabpoint_former before update on project_tabs
    for each row when (
      old.snapshot_blob <> new.snapshot_blob
      or old.raw_blob is distinct from new.raw_blob
    ) execute function tabpoint_keep_former()`,
  ],
} as const;

/** Returns the statement that schedules the collection of blobs a minute from now: a response in flight may still be reading them. */
const released = (time: string, blobs: string) =>
  `update blobs set collect_at = ${time} + 60000 where id in (${blobs})`;

const RELEASE_BLOBS = `
  create function tabpoint_release_blobs() returns trigger language plpgsql as $$
  begin
    ${released('extract(epoch from clock_timestamp()) * 1000', 'select value from jsonb_each_text(to_jsonb(old)) where key = any (tg_argv)')};
    return null;
  end $$`;

/** Indexes of rows by blob; `drive_tabs_raw`, for example, is on `raw_blob`. */
const blobIndexes: readonly string[] = Object.entries(blobHolders).flatMap(([table, columns]) =>
  columns.map((column) => `create index ${table}_${column.split('_')[0]} on ${table} (${column})`),
);

/** Triggers that schedule the collection of each blob whose reference a statement removes or replaces (`collectBlobs` in `blobs.ts`). */
const releaseBlobTriggers = (kind: DatabaseKind): readonly string[] =>
  Object.entries(blobHolders).flatMap(([table, columns]) => {
    const names = columns.join(', ');
    const old = columns.map((column) => `old.${column}`).join(', ');
    const release = {
      sqlite: `begin ${released(`unixepoch('subsec') * 1000`, old)}; end`,
      postgres: `for each row execute function tabpoint_release_blobs(${names})`,
    };
    return [
      `create trigger tabpoint_replaced_${table} after update of ${names} on ${table} ${release[kind]}`,
      `create trigger tabpoint_removed_${table} after delete on ${table} ${release[kind]}`,
    ];
  });

/** Columns that responses depend on: of a project, of a tab besides its revision, and of a key. */
const projectColumns = [
  'id',
  'owner_id',
  'sheet_id',
  'access',
  'writable',
  'read_only_reason',
  'paused',
  'status',
  'status_reason',
  'synced_at',
  'refresh_seconds',
  'max_age_seconds',
  'deleted_at',
];
const tabColumns = [
  'project_id',
  'sheet_id',
  'position',
  'title',
  'slug',
  'former_names',
  'published',
  'key_column',
  'snapshot_blob',
  'gone_at',
];
const keyColumns = ['project_id', 'origins', 'revoked_at', 'changed_at'];

const areDistinct = (columns: readonly string[]) =>
  `(${columns.map((column) => `old.${column}`).join(', ')}) is distinct from ` +
  `(${columns.map((column) => `new.${column}`).join(', ')})`;

/** Returns a trigger function that sends a notification; `text` may use `old` and `new`, of which one may be null. */
const notifier = (name: string, text: string) => `
  create function ${name}() returns trigger language plpgsql as $$
  begin
    perform pg_notify('${NOTIFICATION_CHANNEL}', ${text});
    return null;
  end $$`;

const trigger = (name: string, table: string, events: string, calls: string, when?: string) => `
  create trigger ${name} after ${events} on ${table}
  for each row ${when === undefined ? '' : `when (${when})`} execute function ${calls}()`;

/** Triggers that notify every server of the changes of a transaction, at its commit. If an id changes, no server knows the new one yet. */
const notificationTriggers = [
  notifier('tabpoint_tell_project', `'project ' || old.id`),
  notifier('tabpoint_tell_tab', `'project ' || coalesce(old.project_id, new.project_id)`),
  notifier('tabpoint_tell_rows', `'rows ' || new.id || ' ' || new.revision`),
  notifier('tabpoint_tell_key', `'key ' || coalesce(old.id, new.id)`),
  notifier('tabpoint_tell_plans', `'plans'`),
  trigger('tabpoint_project', 'projects', 'update', 'tabpoint_tell_project', areDistinct(projectColumns)),
  trigger('tabpoint_project_gone', 'projects', 'delete', 'tabpoint_tell_project'),
  trigger('tabpoint_tab', 'project_tabs', 'update', 'tabpoint_tell_tab', areDistinct(tabColumns)),
  trigger('tabpoint_tab_or_not', 'project_tabs', 'insert or delete', 'tabpoint_tell_tab'),
  trigger('tabpoint_rows', 'project_tabs', 'update', 'tabpoint_tell_rows', areDistinct(['revision'])),
  trigger('tabpoint_key', 'api_keys', 'update', 'tabpoint_tell_key', areDistinct(keyColumns)),
  trigger('tabpoint_key_or_not', 'api_keys', 'insert or delete', 'tabpoint_tell_key'),
  trigger('tabpoint_plans', 'person_plans', 'insert or update or delete', 'tabpoint_tell_plans'),
];

/**
 * Returns the statements that create the triggers and their indexes. Servers on one PostgreSQL notify each other; SQLite has only
 * one server.
 */
export function createTriggers(kind: DatabaseKind): readonly string[] {
  if (kind === 'sqlite') return [...blobIndexes, ...formerSnapshotTriggers.sqlite, ...releaseBlobTriggers(kind)];
  return [
    ...blobIndexes,
    ...formerSnapshotTriggers.postgres,
    RELEASE_BLOBS,
    ...releaseBlobTriggers(kind),
    ...notificationTriggers,
  ];
}
