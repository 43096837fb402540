import type { Kysely } from 'kysely';

/** The revisions that are told to keys which hide columns: those at which something changed that such a key shows. */
export const createSeenRevisions = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .createTable('seen_revisions')
    .addColumn('tab_id', 'text', (column) => column.notNull().references('project_tabs.id').onDelete('cascade'))
    .addColumn('sight', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('content_mark', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('seen_revisions_key', ['tab_id', 'sight', 'revision'])
    .execute();
