import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema';

type Db = Kysely<Database>;

/** A tab, as somebody sees it who does not see all of its columns. */
export interface SeenTab {
  readonly tabId: string;
  /** Tells apart who sees which columns. */
  readonly sight: string;
}

/** What was seen of it, and since when. */
export interface SeenContent {
  readonly mark: string;
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** For so many milliseconds what was seen before is kept: longer than a server may be behind another. */
const KEPT = 60 * 60_000;

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** What was seen last, at a revision or before. */
export async function findSeen(db: Db, { tabId, sight }: SeenTab, revision: number): Promise<SeenContent | undefined> {
  const found = await db
    .selectFrom('seen_revisions')
    .select(['content_mark as mark', 'revision', 'seen_at'])
    .where('tab_id', '=', tabId)
    .where('sight', '=', sight)
    .where('revision', '<=', revision)
    .orderBy('revision', 'desc')
    .executeTakeFirst();
  return found && { mark: found.mark, revision: found.revision, since: Date.parse(found.seen_at) };
}

/** Notes what is seen from a revision on, and forgets what was long before; another server may have noted the same. */
export async function noteSeen(db: Db, { tabId, sight }: SeenTab, { mark, revision, since }: SeenContent) {
  await db
    .insertInto('seen_revisions')
    .values({ tab_id: tabId, sight, revision, content_mark: mark, seen_at: at(since) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .deleteFrom('seen_revisions')
    .where('tab_id', '=', tabId)
    .where('sight', '=', sight)
    .where('revision', '<', revision)
    .where('seen_at', '<', at(since - KEPT))
    .execute();
}
