import { sql } from 'kysely';
import type { Db } from '../../database/schema';
import { lastWithin } from '../../lists';
import { inBatches } from '../../yieldToEventLoop';
import { MAX_DELETED_BYTES } from './driveLog';

/** Milliseconds for which an `Idempotency-Key` is valid. */
const RETENTION_MS = 24 * 60 * 60 * 1000;

/** Identity of a stored response: tab, caller and idempotency key. */
interface AnswerKey {
  readonly tabId: string;
  readonly caller: string;
  readonly key: string;
}

/** A complete response, as stored for repeats. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for 204. */
  readonly body: string;
}

/** Returns the start of the validity period of keys, in ISO 8601. */
export const keysSince = (): string => new Date(Date.now() - RETENTION_MS).toISOString();

/** Finds the response to the request with this key in the last 24 hours. */
export const findKeptAnswer = (db: Db, { tabId, caller, key }: AnswerKey) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash as requestHash', 'answer'])
    .where('tab_id', '=', tabId)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('created_at', '>', keysSince())
    .executeTakeFirst();

/** Stores the response to a request, replacing an older one. */
export async function keepAnswer(
  trx: Db,
  { tabId, caller, key, requestHash, answer }: AnswerKey & { readonly requestHash: string; readonly answer: string },
): Promise<void> {
  const kept = { request_hash: requestHash, answer, created_at: new Date().toISOString() };
  await trx
    .insertInto('idempotency_keys')
    .values({ tab_id: tabId, caller, key, ...kept })
    .onConflict((conflict) => conflict.columns(['tab_id', 'caller', 'key']).doUpdateSet(kept))
    .execute();
}

/** Maximum number of responses that one statement removes. */
const BATCH_SIZE = 100;

/** Removes responses older than 24 hours, in batches. */
export async function purgeKeptAnswers(db: Db): Promise<void> {
  const since = keysSince();
  await inBatches(async () => {
    const found = await db
      .selectFrom('idempotency_keys')
      .select(['created_at', sql<number>`octet_length(answer)`.as('bytes')])
      .where('created_at', '<=', since)
      .orderBy('created_at')
      .limit(BATCH_SIZE)
      .execute();
    const last = lastWithin(found, MAX_DELETED_BYTES);
    if (last === undefined) return false;
    await db.deleteFrom('idempotency_keys').where('created_at', '<=', last.created_at).execute();
    return true;
  });
}
