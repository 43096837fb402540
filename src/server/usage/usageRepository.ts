import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import type { UsageCountsTable, UsageTimesTable } from '../database/tables/access';
import type { Counted, TimesEntry, UsageEntry } from './usageCounters';

type Db = Kysely<Database>;

const KEY = ['project_id', 'hour', 'tab_id', 'method', 'outcome', 'from_cache'] as const;

const rowOf =
  (hour: string) =>
  (entry: UsageEntry): UsageCountsTable => ({
    project_id: entry.projectId,
    tab_id: entry.tabId,
    hour,
    method: entry.method,
    outcome: entry.outcome,
    from_cache: Number(entry.fromCache),
    requests: entry.requests,
  });

/** Those of the projects that are still there. */
async function existing(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const timeOf =
  (hour: string) =>
  ({ projectId, bucket, requests }: TimesEntry): UsageTimesTable => ({ project_id: projectId, hour, bucket, requests });

const addRequests = (trx: Db, rows: UsageCountsTable[]) =>
  trx
    .insertInto('usage_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns([...KEY]).doUpdateSet((eb) => ({
        requests: eb('usage_counts.requests', '+', eb.ref('excluded.requests')),
      })),
    )
    .execute();

const addTimes = (trx: Db, rows: UsageTimesTable[]) =>
  trx
    .insertInto('usage_times')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'hour', 'bucket']).doUpdateSet((eb) => ({
        requests: eb('usage_times.requests', '+', eb.ref('excluded.requests')),
      })),
    )
    .execute();

async function addAll(trx: Db, hour: string, { entries, times }: Counted): Promise<void> {
  const projects = await existing(trx, [...new Set([...entries, ...times].map(({ projectId }) => projectId))]);
  const isThere = ({ projectId }: { projectId: string }) => projects.has(projectId);
  const requestRows = entries.filter(isThere).map(rowOf(hour));
  if (requestRows.length > 0) await addRequests(trx, requestRows);
  const timeRows = times.filter(isThere).map(timeOf(hour));
  if (timeRows.length > 0) await addTimes(trx, timeRows);
}

/**
 * Adds numbers to those of an hour, all of them or none. Those of projects that are gone are dropped.
 *
 * @param counted some, but few: the event loop stands still while SQLite writes them
 */
export const addCounts = (db: Db, hour: string, counted: Counted): Promise<void> =>
  db.transaction().execute((trx) => addAll(trx, hour, counted));

/** Requests by project and day (`2026-03-04`) from a day on; a 304 is not one. */
export const requestsByDay = async (db: Db, projectIds: readonly string[], from: string) =>
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

/**
 * People whose projects together were asked more often than a number since an hour, and the plan they have chosen, if they
 * have; a 304 does not count.
 */
export const busyOwners = (db: Db, requests: number, from: string) =>
  db
    .selectFrom('usage_counts')
    .innerJoin('projects', 'projects.id', 'usage_counts.project_id')
    .leftJoin('person_plans', 'person_plans.person_id', 'projects.owner_id')
    .select(['projects.owner_id as ownerId', 'person_plans.plan'])
    .select(({ fn }) => fn.sum<number | string>('usage_counts.requests').as('requests'))
    .where('usage_counts.hour', '>=', from)
    .where('usage_counts.outcome', '<>', '304')
    .groupBy(['projects.owner_id', 'person_plans.plan'])
    .having(({ fn }) => fn.sum<number>('usage_counts.requests'), '>', requests)
    .execute();

/** Ids of people's projects. */
export const projectsOf = async (db: Db, ownerIds: readonly string[]) =>
  ownerIds.length === 0
    ? []
    : db
        .selectFrom('projects')
        .select(['id', 'owner_id'])
        .where('owner_id', 'in', [...ownerIds])
        .execute();

/** Forgets what was counted before an hour. */
export const forgetCountsBefore = async (db: Db, hour: string): Promise<void> => {
  await db.deleteFrom('usage_counts').where('hour', '<', hour).execute();
  await db.deleteFrom('usage_times').where('hour', '<', hour).execute();
};

/** Hours from one on, and before another. */
export interface Span {
  readonly from: string;
  readonly before: string;
}

/** Requests of a day, as far as they are alike. */
export interface DayCount extends Pick<UsageCountsTable, 'tab_id' | 'method' | 'outcome' | 'from_cache'> {
  readonly day: string;
  readonly requests: number;
}

/** A person's projects, also deleted ones that are kept for a while: they were called. */
export const projectsOfOwner = (db: Db, ownerId: string) =>
  db.selectFrom('projects').select(['id', 'title']).where('owner_id', '=', ownerId).orderBy('created_at').execute();

/** The tabs that a project has or had. */
export const tabsOfProject = (db: Db, projectId: string) =>
  db.selectFrom('project_tabs').select(['id', 'sheet_id', 'title']).where('project_id', '=', projectId).execute();

const inSpan = (db: Db, projectId: string, { from, before }: Span) =>
  db
    .selectFrom('usage_counts')
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before);

/** What a project was asked, by day, tab, method, outcome and cache. */
export async function countsByDay(db: Db, projectId: string, span: Span): Promise<DayCount[]> {
  const rows = await inSpan(db, projectId, span)
    .select(({ fn }) => [
      ...(['tab_id', 'method', 'outcome', 'from_cache'] as const),
      sql<string>`substr(hour, 1, 10)`.as('day'),
      fn.sum<number | string>('requests').as('requests'),
    ])
    .groupBy(['tab_id', 'method', 'outcome', 'from_cache', 'day'])
    .execute();
  return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
}

/** What a project was asked, by outcome and cache. */
export async function countsTogether(db: Db, projectId: string, span: Span) {
  const rows = await inSpan(db, projectId, span)
    .select(({ fn }) => [...(['outcome', 'from_cache'] as const), fn.sum<number | string>('requests').as('requests')])
    .groupBy(['outcome', 'from_cache'])
    .execute();
  return rows.map((row) => ({ ...row, requests: Number(row.requests) }));
}

/** How long a project's answers took: requests by bucket of time. */
export async function timesTogether(db: Db, projectId: string, { from, before }: Span) {
  const rows = await db
    .selectFrom('usage_times')
    .select(({ fn }) => ['bucket', fn.sum<number | string>('requests').as('requests')])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy('bucket')
    .execute();
  return rows.map(({ bucket, requests }) => ({ bucket, requests: Number(requests) }));
}
