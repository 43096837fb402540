import type { Kysely } from 'kysely';
import type { Database } from './database/schema';

/** News of one kind, told and heard within one server, which is known by its database. */
export interface ServerNews<News> {
  /** @param db the server's own, not a transaction: tell after that is committed */
  readonly tell: (db: Kysely<Database>, news: News) => void;
  /** Hears of all that is told from now on. @returns the way to stop hearing */
  readonly on: (db: Kysely<Database>, listener: (news: News) => void) => () => void;
}

/** A kind of news, told to whoever listens in the order in which they have begun to. */
export function createServerNews<News>(): ServerNews<News> {
  const listeners = new WeakMap<Kysely<Database>, Set<(news: News) => void>>();
  return {
    tell(db, news) {
      for (const listener of listeners.get(db) ?? []) listener(news);
    },
    on(db, listener) {
      const all = listeners.get(db) ?? new Set();
      listeners.set(db, all.add(listener));
      return () => void all.delete(listener);
    },
  };
}
