import type { Kysely } from 'kysely';
import type { Database } from './schema';
import type { ProjectsTable } from './tables/projects';

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

/**
 * Tells that a project, by its id, or one of its tabs is stored in another way than before, so that nobody answers from what they
 * remember of it; hears of every project that changes on this server.
 */
export const { tell: tellProjectChanged, on: onProjectChanged } = createServerNews<string>();

/** What is told of a project that is being read. */
export type ProjectBeingRead = Pick<
  ProjectsTable,
  'id' | 'owner_id' | 'sheet_id' | 'paused' | 'status' | 'synced_at' | 'refresh_seconds'
>;

/**
 * Tells that somebody asks for rows of a project: once in a while, not for each request. Hears of projects that are being read on
 * this server.
 */
export const { tell: tellProjectRead, on: onProjectRead } = createServerNews<ProjectBeingRead>();
