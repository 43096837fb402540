import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { openTab, readingOf } from './reading';

type Listener = (projectId: string) => void;

const listeners = new WeakMap<Kysely<Database>, Set<Listener>>();

/** Hears of projects whose new rows are in memory, before anybody has asked for them. */
export function onNewRows(db: Kysely<Database>, listener: Listener): void {
  const all = listeners.get(db) ?? new Set();
  listeners.set(db, all.add(listener));
}

/**
 * Loads the new rows of a project's tabs that are in memory with former ones: somebody reads them, and would else wait for that.
 * Others stay on disk.
 */
export async function loadNewRows(db: Kysely<Database>, projectId: string): Promise<void> {
  const reading = readingOf({ db });
  const known = await reading.directory.get(projectId);
  for (const tab of known?.tabs ?? []) {
    const isRead = tab.gone_at === null && reading.tabs.current(tab.id) !== undefined;
    if (isRead) await openTab(reading, tab, 'behind');
  }
  for (const listener of listeners.get(db) ?? []) listener(projectId);
}
