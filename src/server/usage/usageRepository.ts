import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import type { UsageCountsTable, UsageTimesTable } from '../database/tables/access';
import type { Counted } from './usageCounters';

type Db = Kysely<Database>;

const KEY = ['project_id', 'hour', 'tab_id', 'method', 'outcome', 'from_cache'] as const;

/** Those of the projects that are still there. */
async function existing(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

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
  const requestRows = entries.filter(isThere).map(({ projectId, tabId, fromCache, ...rest }) => ({
    ...{ ...rest, hour, project_id: projectId, tab_id: tabId },
    from_cache: Number(fromCache),
  }));
  if (requestRows.length > 0) await addRequests(trx, requestRows);
  const timeRows = times.filter(isThere).map(({ projectId, ...rest }) => ({ ...rest, hour, project_id: projectId }));
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

/** What a project was asked, by day, tab, method, outcome and cache. */
export async function countsByDay(db: Db, projectId: string, { from, before }: Span): Promise<DayCount[]> {
  const rows = await db
    .selectFrom('usage_counts')
    .select(({ fn }) => [
      ...(['tab_id', 'method', 'outcome', 'from_cache'] as const),
      sql<string>`substr(hour, 1, 10)`.as('day'),
      fn.sum<number | string>('requests').as('requests'),
    ])
    .where('project_id', '=', projectId)
    .where('hour', '>=', from)
    .where('hour', '<', before)
    .groupBy(['tab_id', 'method', 'outcome', 'from_cache', 'day'])
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
