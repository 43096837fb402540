import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import type { ProjectsTable } from '../database/tables/projects';

/** What is told of a project that is being read. */
export type ProjectBeingRead = Pick<
  ProjectsTable,
  'id' | 'owner_id' | 'sheet_id' | 'paused' | 'status' | 'synced_at' | 'refresh_seconds'
>;

type Listener = (project: ProjectBeingRead) => void;

const listeners = new WeakMap<Kysely<Database>, Set<Listener>>();

/** Tells that somebody asks for rows of a project: once in a while, not for each request. */
export function tellProjectRead(db: Kysely<Database>, project: ProjectBeingRead): void {
  for (const listener of listeners.get(db) ?? []) listener(project);
}

/** Hears of projects that are being read on this server. @returns the way to stop hearing */
export function onProjectRead(db: Kysely<Database>, listener: Listener): () => void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(listener));
  return () => void all.delete(listener);
}
