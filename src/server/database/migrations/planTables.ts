import type { Kysely } from 'kysely';

/** Which plan somebody has chosen; whoever has chosen none has the first one. */
export async function createPlanTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('person_plans')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('chosen_at', 'text', (column) => column.notNull())
    .execute();
}
