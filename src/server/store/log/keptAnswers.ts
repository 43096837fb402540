import type { Db } from '../../database/schema';

/** How long an `Idempotency-Key` counts. */
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Whose request, under which key. */
export interface AnswerKey {
  readonly tabId: string;
  readonly caller: string;
  readonly key: string;
}

/** A finished answer, as it is kept for repeats too. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for 204. */
  readonly body: string;
}

/** Keys that came before this moment, in ISO 8601, do not count any more. */
export const keysSince = (): string => new Date(Date.now() - KEPT_MILLISECONDS).toISOString();

/** The answer that was given to the request with this key in the last 24 hours. */
export const findKeptAnswer = (db: Db, { tabId, caller, key }: AnswerKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'answer'])
    .where('tab_id', '=', tabId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', keysSince())
    .executeTakeFirst();

/** Keeps the answer to a request, in place of an older one. */
export async function keepAnswer(
  trx: Db,
  tabId: string,
  {
    caller,
    key,
    requestHash,
    answer,
  }: Omit<AnswerKey, 'tabId'> & { readonly requestHash: string; readonly answer: string },
): Promise<void> {
  const kept = { request_hash: requestHash, answer, created_at: new Date().toISOString() };
  await trx
    .insertInto('idempotency_keys')
    .values({ tab_id: tabId, caller, key, ...kept })
    .onConflict((conflict) => conflict.columns(['tab_id', 'caller', 'key']).doUpdateSet(kept))
    .execute();
}

/** Removes answers that are older than 24 hours. */
export const purgeKeptAnswers = (db: Db) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<=', keysSince()).execute();
