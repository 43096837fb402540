import type { Kysely } from 'kysely';
import type { Database } from '../database/schema';

type Db = Kysely<Database>;

/** How long an answer is kept. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Whose request, under which key. */
export interface AnswerKey {
  readonly tabId: string;
  readonly caller: string;
  readonly key: string;
}

const since = () => new Date(Date.now() - KEPT_MILLISECONDS).toISOString();

/** The answer that was given to the request with this key in the last 24 hours. */
export const findKeptAnswer = (db: Db, { tabId, caller, key }: AnswerKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'answer'])
    .where('tab_id', '=', tabId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', since())
    .executeTakeFirst();

/** Removes answers that are older than 24 hours. */
export const purgeKeptAnswers = (db: Db) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<=', since()).execute();
