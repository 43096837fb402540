import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/** Whether this server hears of what others change, and since when. */
export interface Hearing {
  /** As `performance.now()` has it: since then nothing was missed. `Infinity` while nothing is heard. */
  since: number;
}

const hearings = new WeakMap<Kysely<Database>, Hearing>();

/** The one of a server. A server on SQLite has nobody to hear of. */
export function hearingOf(db: Kysely<Database>): Hearing {
  const hearing = hearings.get(db) ?? { since: Infinity };
  hearings.set(db, hearing);
  return hearing;
}
