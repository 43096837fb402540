import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';

type Listener = (sheetId: string) => void;

const listeners = new WeakMap<Kysely<Database>, Set<Listener>>();

/** Tells that Google has said that a spreadsheet has changed. */
export function tellSheetChanged(db: Kysely<Database>, sheetId: string): void {
  for (const listener of listeners.get(db) ?? []) listener(sheetId);
}

/** Hears of that on this server. @returns the way to stop hearing */
export function onSheetChanged(db: Kysely<Database>, listener: Listener): () => void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(listener));
  return () => void all.delete(listener);
}
