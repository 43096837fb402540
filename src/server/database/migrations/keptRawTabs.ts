import type { Kysely } from 'kysely';

/** Raw tabs of sources that do not keep them for us, and what tells whether they have changed. */
export async function addKeptRawTabs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('project_tabs')
    .addColumn('raw_blob', 'text', (definition) => definition.references('blobs.id'))
    .execute();
  await db.schema.alterTable('project_tabs').addColumn('raw_mark', 'text').execute();
  await db.schema.createIndex('project_tabs_raw').on('project_tabs').columns(['raw_blob']).execute();
}
