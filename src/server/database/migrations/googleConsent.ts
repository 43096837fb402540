import type { Kysely } from 'kysely';

/** Google accounts that people have connected, and consents that are being asked for. Times that count are milliseconds since 1970. */
export async function createGoogleConsent(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('google_connections')
    .addColumn('person_id', 'text', (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('refresh_token', 'text', (column) => column.notNull())
    .addColumn('access_token', 'text', (column) => column.notNull())
    .addColumn('access_until', 'double precision', (column) => column.notNull())
    .addColumn('connected_at', 'text', (column) => column.notNull())
    .addColumn('withdrawn_at', 'text')
    .execute();
  await db.schema
    .createTable('google_consents')
    .addColumn('state_hash', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('verifier', 'text', (column) => column.notNull())
    .addColumn('return_to', 'text', (column) => column.notNull())
    .addColumn('until', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('google_consents_person').on('google_consents').column('person_id').execute();
}
