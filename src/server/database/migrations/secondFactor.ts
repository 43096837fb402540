import type { Kysely } from 'kysely';

/**
 * One second factor a person: two that were set up at the same moment must not both count. The table is the auth library's. The
 * step also keeps servers from before, which would ask nobody for it, away from this database.
 */
export async function addSecondFactor(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('two_factor_person').unique().on('twoFactor').column('userId').execute();
}
