import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/schema';
import type { UsageCountsTable, UsageTimesTable } from '../database/tables/access';
import { grouped } from '../lists';
import { timeBucketOf } from './answerTimes';

/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** Days of a project's week, today included. */
const WEEK = 7;

/** Numbers that are kept at once: that takes the event loop one to two milliseconds. */
const NUMBERS_AT_ONCE = 64;

/** `2026-03-04T05`, in UTC. */
export const hourOf = (time: number) => new Date(time).toISOString().slice(0, 13);

/** `2026-03-04`, in UTC. */
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Methods of the data API that are counted; a preflight is not a request of its own. */
export const countedMethods: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'];

/** Groups of statuses that are counted. */
export type Outcome = UsageCountsTable['outcome'];

/** How a request has ended. */
function outcomeOf(status: number): Outcome {
  if (status >= 500) return '5xx';
  if (status >= 400) return '4xx';
  return status === 304 ? '304' : '2xx';
}

/** Requests that are alike, and those whose times fell into the same bucket: what is added to the rows of an hour. */
type Counted = Omit<UsageCountsTable, 'hour'> | Omit<UsageTimesTable, 'hour'>;

/** Adds numbers to those of an hour, all of them or none. Those of projects that are gone are dropped. */
const addCounts = (db: Db, hour: string, counted: readonly Counted[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const ids = [...new Set(counted.map(({ project_id }) => project_id))];
    const there = await trx.selectFrom('projects').select('id').where('id', 'in', ids).execute();
    const isThere = new Set(there.map(({ id }) => id));
    const rows = counted.filter(({ project_id }) => isThere.has(project_id)).map((row) => ({ ...row, hour }));
    const requests = rows.filter((row): row is UsageCountsTable => 'tab_id' in row);
    const times = rows.filter((row): row is UsageTimesTable => 'bucket' in row);
    if (requests.length > 0) {
      const key = ['project_id', 'hour', 'tab_id', 'method', 'outcome', 'from_cache'] as const;
      await trx
        .insertInto('usage_counts')
        .values(requests)
        .onConflict((conflict) => conflict.columns(key).doUpdateSet({ requests: added('usage_counts') }))
        .execute();
    }
    if (times.length > 0) {
      await trx
        .insertInto('usage_times')
        .values(times)
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'hour', 'bucket']).doUpdateSet({ requests: added('usage_times') }),
        )
        .execute();
    }
  });

const added = (table: string) => sql<number>`${sql.ref(`${table}.requests`)} + ${sql.ref('excluded.requests')}`;

/** Requests by project and day (`2026-03-04`) from a day on; a 304 is not one. */
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

/** Forgets what was counted before an hour. */
export const forgetCountsBefore = async (db: Db, hour: string): Promise<void> => {
  await db.deleteFrom('usage_counts').where('hour', '<', hour).execute();
  await db.deleteFrom('usage_times').where('hour', '<', hour).execute();
};

/** How often the data API was called: counted in memory, stored every few seconds and before it is read. */
export class Usage {
  /** What was counted and is not kept yet. */
  #counted = new Map<string, Counted>();
  /** When that began, in milliseconds since 1970. */
  #since = Date.now();
  /** The last of those who keep what was counted, one after the other. */
  #flushed = Promise.resolve();

  constructor(private readonly db: Db) {}

  /** Counts one request and the milliseconds it took; methods that are not counted change nothing. */
  count(projectId: string, tabId: string, method: string, status: number, fromCache: boolean, took: number): void {
    if (!countedMethods.includes(method)) return;
    const outcome = outcomeOf(status);
    const key = `${projectId} ${tabId} ${method} ${outcome} ${fromCache}`;
    const same = this.#counted.get(key);
    if (same === undefined) {
      const alike = { project_id: projectId, tab_id: tabId, method, outcome, from_cache: Number(fromCache) };
      this.#counted.set(key, { ...alike, requests: 1 });
    } else same.requests += 1;
    if (outcome === '304') return;
    const bucket = timeBucketOf(took);
    const timeKey = `${projectId} ${bucket}`;
    const asLong = this.#counted.get(timeKey);
    if (asLong === undefined) this.#counted.set(timeKey, { project_id: projectId, bucket, requests: 1 });
    else asLong.requests += 1;
  }

  /**
   * Keeps what was counted, as of the hour in which counting it began: a piece at a time, between which others have their turn, and
   * after what is being kept already. What cannot be kept now is kept the next time.
   *
   * @param now milliseconds since 1970
   */
  flush(now: number): Promise<void> {
    const done = this.#flushed.then(() => this.#keep(now));
    this.#flushed = done.catch(() => undefined);
    return done;
  }

  /** Resolves when what is kept can be told; what could not be kept is missing from it. */
  async settled(): Promise<void> {
    await this.flush(Date.now()).catch(() => undefined);
  }

  /**
   * Requests of the last seven days (UTC), today last, by project. A 304 is no request.
   *
   * @param now milliseconds since 1970
   */
  async weeks(projectIds: readonly string[], now: number): Promise<ReadonlyMap<string, number[]>> {
    await this.settled();
    const days = Array.from({ length: WEEK }, (_, back) => dayOf(now - (WEEK - 1 - back) * DAY));
    const kept = grouped(await requestsByDay(this.db, projectIds, days[0] ?? ''), ({ project_id }) => project_id);
    return new Map(
      projectIds.map((id) => {
        const byDay = new Map(kept.get(id)?.map(({ day, requests }) => [day, Number(requests)]));
        return [id, days.map((day) => byDay.get(day) ?? 0)];
      }),
    );
  }

  async #keep(now: number): Promise<void> {
    const hour = hourOf(this.#since);
    const counted = [...this.#counted];
    this.#counted = new Map();
    this.#since = now;
    let kept = 0;
    try {
      for (; kept < counted.length; kept += NUMBERS_AT_ONCE) {
        const piece = counted.slice(kept, kept + NUMBERS_AT_ONCE);
        await addCounts(
          this.db,
          hour,
          piece.map(([, numbers]) => numbers),
        );
        await nextTurn();
      }
    } finally {
      for (const [key, numbers] of counted.slice(kept)) {
        numbers.requests += this.#counted.get(key)?.requests ?? 0;
        this.#counted.set(key, numbers);
      }
    }
  }
}
