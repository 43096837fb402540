import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/** The part of Better Auth's tables that we read ourselves. */
interface PeopleDatabase extends Database {
  user: { id: string; email: string; name: string };
}

/** Whether anybody has an account. */
export async function hasPeople(db: Kysely<Database>): Promise<boolean> {
  const people: Kysely<PeopleDatabase> = db.withTables<{ user: PeopleDatabase['user'] }>();
  return (await people.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
}
