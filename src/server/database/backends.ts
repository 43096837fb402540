import type { Kysely } from 'kysely';
import { createServerNews } from '../serverNews';
import type { Database } from './schema';

/** A backend of PostgreSQL, by its process id, that has begun to work for somebody, or has ended. */
export interface BackendChange {
  readonly id: number;
  readonly isOpen: boolean;
}

const { tell, on } = createServerNews<BackendChange>();
const backends = new WeakMap<Kysely<Database>, Set<number>>();

/** Hears of backends that come and go. */
export const onBackend = on;

/** The backends that work for a database as it was opened by somebody. None beside SQLite. */
export function backendsOf(db: Kysely<Database>): ReadonlySet<number> {
  return backends.get(db) ?? new Set();
}

/** Notes that a backend has come or gone, and tells of it. */
export function noteBackend(db: Kysely<Database>, change: BackendChange): void {
  const known = backends.get(db) ?? new Set();
  backends.set(db, known);
  if (change.isOpen) known.add(change.id);
  else known.delete(change.id);
  tell(db, change);
}
