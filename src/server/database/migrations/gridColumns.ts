import type { Kysely } from 'kysely';

/** What the grid has to know of a tab of the drive. */
export const addGridColumns = (db: Kysely<unknown>): Promise<void> =>
  db.schema
    .alterTable('drive_tabs')
    .addColumn('shape', 'bigint', (definition) => definition.notNull().defaultTo(0))
    .execute();
