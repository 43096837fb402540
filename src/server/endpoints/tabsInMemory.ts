import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';
import { readingOf } from './reading';

type Look = (tabId: string) => boolean;

const looks = new WeakMap<Kysely<Database>, Look>();

/** Has a thread that reads no rows itself look elsewhere, before anything else asks. */
export const lookForTabs = (db: Kysely<Database>, look: Look): void => void looks.set(db, look);

/** Whether the rows of a tab are in memory, as somebody reads them. */
export const isInMemory = (db: Kysely<Database>, tabId: string): boolean =>
  looks.get(db)?.(tabId) ?? readingOf({ db }).tabs.current(tabId) !== undefined;
