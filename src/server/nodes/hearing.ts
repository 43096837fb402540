import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

/** Whether this server hears of what others change, and since when. */
export interface Hearing {
  /** As `performance.now()` has it: since then nothing was missed. `Infinity` while nothing is heard. */
  since: number;
  /** When a thread of this server, which tells what it changes, was last at work; the same clock. `Infinity` while it is. */
  threadAt: number;
  /** Backends of PostgreSQL that work for that thread: what they commit is heard of from it, not from the database once more. */
  readonly threadBackends: Set<number>;
}

const hearings = new WeakMap<Kysely<Database>, Hearing>();

/** The one of a server. A server on SQLite has nobody to hear of but its own thread (`../refresher`). */
export function hearingOf(db: Kysely<Database>): Hearing {
  const hearing: Hearing = hearings.get(db) ?? { since: Infinity, threadAt: -Infinity, threadBackends: new Set() };
  hearings.set(db, hearing);
  return hearing;
}
