import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema';
import type { UsageCountsTable } from '../database/tables/access';

type Db = Kysely<Database>;

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
