import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { createServerNews } from '../serverNews';
import { openTab, readingOf } from './reading';

const { tell, on } = createServerNews<string>();

/** Hears of projects, by their ids, whose new rows are in memory, before anybody has asked for them. */
export const onNewRows = on;

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
  tell(db, projectId);
}
