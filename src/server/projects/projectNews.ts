import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

type Listener = (projectId: string) => void;

const listeners = new WeakMap<Kysely<Database>, Set<Listener>>();

/**
 * Tells that a project or one of its tabs is stored in another way than before, so that nobody answers from what they
 * remember of it.
 *
 * @param db the server's own, not a transaction: tell after it is committed
 */
export function tellProjectChanged(db: Kysely<Database>, projectId: string): void {
  for (const listener of listeners.get(db) ?? []) listener(projectId);
}

/** Hears of every project that changes on this server. */
export function onProjectChanged(db: Kysely<Database>, listener: Listener): void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(listener));
}
