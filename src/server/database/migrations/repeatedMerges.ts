import type { Kysely } from 'kysely';

/** Whether a tab's merged ranges have their value in each of their cells. */
export async function addRepeatedMerges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('project_tabs')
    .addColumn('repeat_merged', 'integer', (definition) => definition.notNull().defaultTo(0))
    .execute();
}
