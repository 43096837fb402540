import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/schema';
import type { UsageCountsTable, UsageTimesTable } from '../database/tables/access';
import { grouped } from '../lists';

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Days in a project's week, including today. */
const WEEK_DAYS = 7;

/** Counters stored per transaction, which takes the event loop one to two milliseconds. */
const BATCH_SIZE = 64;

/** Formats an hour in UTC: `2026-03-04T05`. */
export const hourOf = (time: number) => new Date(time).toISOString().slice(0, 13);

/** Formats a day in UTC: `2026-03-04`. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Methods of the data API that are counted; a preflight is not a separate request. */
export const countedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Classes of response status that are counted. */
export type Outcome = UsageCountsTable['outcome'];

/** Returns the class of a status. */
function outcomeOf(status: number): Outcome {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status === 304 ? '304' : '2xx';
}

/** A counter of similar requests, or of requests in the same duration bucket, to be added to the rows of an hour. */
type Counter = Omit<UsageCountsTable, 'hour'> | Omit<UsageTimesTable, 'hour'>;

/** Adds counters to the rows of an hour, in one transaction. Counters of deleted projects are dropped. */
const addCounts = (db: Db, hour: string, counters: readonly Counter[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const ids = [...new Set(counters.map(({ project_id }) => project_id))];
    const existing = await trx.selectFrom('projects').select(['id', 'owner_id']).where('id', 'in', ids).execute();
    const owners = new Map(existing.map(({ id, owner_id }) => [id, owner_id]));
    const rows = counters.filter(({ project_id }) => owners.has(project_id)).map((row) => ({ ...row, hour }));
    const requests = rows.filter((row): row is UsageCountsTable => 'tab_id' in row);
    const times = rows.filter((row): row is UsageTimesTable => 'bucket' in row);
    if (requests.length > 0) {
      const key = ['project_id', 'hour', 'tab_id', 'method', 'outcome', 'from_cache'] as const;
      await trx
        .insertInto('usage_counts')
        .values(requests)
        .onConflict((conflict) => conflict.columns(key).doUpdateSet({ requests: incremented('usage_counts') }))
        .execute();
    }
    if (times.length > 0) {
      await trx
        .insertInto('usage_times')
        .values(times)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'hour', 'bucket']).doUpdateSet({ requests: incremented('usage_times') }),
        )
        .execute();
    }
    const monthly = monthlyCallsOf(requests, owners, hour.slice(0, 7));
    if (monthly.length > 0) {
      await trx
        .insertInto('monthly_calls')
        .values(monthly)
        .onConflict((conflict) =>
          conflict.columns(['person_id', 'month']).doUpdateSet({ requests: incremented('monthly_calls') }),
        )
        .execute();
    }
  });

/** Returns requests without 304 by person, always in the same order, as the rows are locked in it. */
function monthlyCallsOf(counted: readonly UsageCountsTable[], owners: ReadonlyMap<string, string>, month: string) {
  const calls = new Map<string, number>();
  for (const { project_id, outcome, requests } of counted) {
    const owner = owners.get(project_id);
    if (owner !== undefined && outcome !== '304') calls.set(owner, (calls.get(owner) ?? 0) + requests);
  }
  return [...calls.keys()].toSorted().map((person_id) => ({ person_id, month, requests: calls.get(person_id) ?? 0 }));
}

const incremented = (table: string) => sql<number>`${sql.ref(`${table}.requests`)} + ${sql.ref('excluded.requests')}`;

/** Queries requests by project and day (`2026-03-04`) from a day on, without 304s. */
const requestsByDay = async (db: Db, projectIds: readonly string[], from: string) =>
  projectIds.length === 0
    ? []
    : db
        .selectFrom('usage_counts')
        .select(({ fn }) => [
          'project_id',
          sql<string>`substr(hour, 1, 10)`.as('day'),
          fn.sum<number>('requests').as('requests'),
        ])
        .where('project_id', 'in', [...projectIds])
        .where('hour', '>=', from)
        .where('outcome', '<>', '304')
        .groupBy(['project_id', 'day'])
        .execute();

/** Milliseconds for which counts are stored: a little more than a year. */
const RETENTION_MS = 400 * DAY_MS;

/** Removes counts that are too old at a time. */
export const purgeCounts = async (db: Db, now: number): Promise<void> => {
  const hour = hourOf(now - RETENTION_MS);
  await db.deleteFrom('usage_counts').where('hour', '<', hour).execute();
  await db.deleteFrom('usage_times').where('hour', '<', hour).execute();
};

/** Usage of the data API: counted in memory, stored every few seconds and before it is read. */
export class Usage {
  /** Counters that are not stored yet. */
  #pending = new Map<string, Counter>();
  /** Start of the counting, in milliseconds since 1970. */
  #since = Date.now();
  /** The last flush, after which the next one starts. */
  #flushed = Promise.resolve();

  constructor(private readonly db: Db) {}

  /** Counts a request and its duration in milliseconds; ignores methods that are not counted. */
  count(
    projectId: string,
    tabId: string,
    method: string,
    status: number,
    fromCache: boolean,
    durationMs: number,
  ): void {
    if (!countedMethods.includes(method)) return;
    const outcome = outcomeOf(status);
    const key = `${projectId} ${tabId} ${method} ${outcome} ${fromCache}`;
    const from_cache = Number(fromCache);
    this.#add(key, { project_id: projectId, tab_id: tabId, method, outcome, from_cache, requests: 1 });
    if (outcome === '304') return;
    const bucket = timeBucketOf(durationMs);
    this.#add(`${projectId} ${bucket}`, { project_id: projectId, bucket, requests: 1 });
  }

  #add(key: string, counter: Counter): void {
    const same = this.#pending.get(key);
    if (same === undefined) this.#pending.set(key, counter);
    else same.requests += counter.requests;
  }

  /**
   * Stores the counters under the hour in which their counting began: in batches, yielding to the event loop in between, and after
   * any flush in progress. On failure, the remaining counters are stored with the next flush.
   *
   * @param now milliseconds since 1970
   */
  flush(now: number): Promise<void> {
    const done = this.#flushed.then(() => this.#store(now));
    this.#flushed = done.catch(() => undefined);
    return done;
  }

  /** Flushes before counts are read. Counters that cannot be stored are ignored. */
  async flushed(): Promise<void> {
    await this.flush(Date.now()).catch(() => undefined);
  }

  /**
   * Returns the requests of the last seven days (UTC) by project, today last, without 304s.
   *
   * @param now milliseconds since 1970
   */
  async weeks(projectIds: readonly string[], now: number): Promise<ReadonlyMap<string, number[]>> {
    await this.flushed();
    const days = Array.from({ length: WEEK_DAYS }, (_, back) => dayOf(now - (WEEK_DAYS - 1 - back) * DAY_MS));
    const stored = grouped(await requestsByDay(this.db, projectIds, days[0] ?? ''), ({ project_id }) => project_id);
    return new Map(
      projectIds.map((id) => {
        const byDay = new Map(stored.get(id)?.map(({ day, requests }) => [day, Number(requests)]));
        return [id, days.map((day) => byDay.get(day) ?? 0)];
      }),
    );
  }

  async #store(now: number): Promise<void> {
    const hour = hourOf(this.#since);
    const counters = [...this.#pending];
    this.#pending = new Map();
    this.#since = now;
    let stored = 0;
    try {
      for (; stored < counters.length; stored += BATCH_SIZE) {
        const batch = counters.slice(stored, stored + BATCH_SIZE).map(([, counter]) => counter);
        await addCounts(this.db, hour, batch);
        await nextTurn();
      }
    } finally {
      for (const [key, counter] of counters.slice(stored)) this.#add(key, counter);
    }
  }
}

/** Upper end of the first bucket, as a power of two of microseconds. */
const FIRST_POWER = 4;

/** Longest times with a bucket of their own, as a power of two of microseconds: more than a minute. */
const LAST_POWER = 25;

/** Buckets of equal width per doubling of the time: percentiles are accurate to about a tenth. */
const BUCKETS_PER_DOUBLING = 4;

/** Number of buckets. It never changes, as bucket numbers are stored. */
export const TIME_BUCKETS = 1 + (LAST_POWER - FIRST_POWER + 1) * BUCKETS_PER_DOUBLING;

/** Returns the bucket of a time, with a few integer operations, as it runs for each request. */
export function timeBucketOf(milliseconds: number): number {
  const micros = milliseconds > 2_000_000 ? 2_000_000_000 : (milliseconds * 1000) | 0;
  if (micros < 1 << FIRST_POWER) return 0;
  const power = 31 - Math.clz32(micros);
  if (power > LAST_POWER) return TIME_BUCKETS - 1;
  return 1 + (power - FIRST_POWER) * BUCKETS_PER_DOUBLING + ((micros >>> (power - 2)) & (BUCKETS_PER_DOUBLING - 1));
}

/** Returns the start of a bucket, in milliseconds. */
function bucketStart(bucket: number): number {
  if (bucket === 0) return 0;
  const power = FIRST_POWER + Math.floor((bucket - 1) / BUCKETS_PER_DOUBLING);
  return (2 ** power * (1 + ((bucket - 1) % BUCKETS_PER_DOUBLING) / BUCKETS_PER_DOUBLING)) / 1000;
}

/**
 * Returns the time within which a share of the requests was answered, in milliseconds; null without requests. Assumes an even
 * distribution within a bucket.
 *
 * @param requests by bucket
 */
export function timeQuantile(share: number, requests: readonly number[]): number | null {
  const all = requests.reduce((sum, count) => sum + count, 0);
  let wanted = all * share;
  for (const [bucket, count] of requests.entries()) {
    if (count > 0 && count >= wanted) {
      const from = bucketStart(bucket);
      const time = from + (bucketStart(bucket + 1) - from) * (wanted / count);
      return Math.round(time * 1000) / 1000;
    }
    wanted -= count;
  }
  return null;
}
