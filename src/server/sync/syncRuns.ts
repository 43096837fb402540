import { randomUUID } from 'node:crypto';
import type { SyncsAnswer, SyncStarter, TabChanges } from '../../contract/syncs';
import type { Db } from '../database/schema';
import type { ProjectsTable, SyncRunsTable } from '../database/tables/projects';
import { Refusal } from '../refusal';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Entries per page. */
const PAGE_SIZE = 50;

/** A finished sync. */
interface EndedSync {
  readonly startedAt: Date;
  readonly startedBy: SyncStarter;
  readonly changes: readonly TabChanges[];
  /** Reason of a failure; absent on success. */
  readonly reason?: string;
}

/** Adds an entry to a project's history. */
export async function insertRun(trx: Db, { id, revision }: Pick<ProjectsTable, 'id' | 'revision'>, ended: EndedSync) {
  const run: SyncRunsTable = {
    id: randomUUID(),
    project_id: id,
    started_at: ended.startedAt.toISOString(),
    started_by: ended.startedBy,
    milliseconds: Math.max(0, Date.now() - ended.startedAt.getTime()),
    result: ended.reason === undefined ? 'done' : 'failed',
    reason: ended.reason ?? null,
    changes: JSON.stringify(ended.changes),
    revision,
  };
  await trx.insertInto('sync_runs').values(run).execute();
}

/** Parses the cursor of a page: the entry before its first one. @throws Refusal `invalid_parameter` */
function beforeOf(cursor: string) {
  const [, startedAt, id] = /^(\d{4}-[\d:.TZ-]+) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (startedAt === undefined || id === undefined) {
    const detail = 'This is not the end of a page. Take what stands in next as it is.';
    throw new Refusal('invalid_parameter', detail, { errors: [{ field: 'before', detail }] });
  }
  return { startedAt, id };
}

/**
 * Lists a project's history, newest first, within the retention period.
 *
 * @throws Refusal `invalid_parameter` for an invalid cursor
 */
export async function listRuns(db: Db, projectId: string, keptDays: number, cursor?: string): Promise<SyncsAnswer> {
  const before = cursor === undefined ? undefined : beforeOf(cursor);
  const oldest = new Date(Date.now() - keptDays * DAY_MS).toISOString();
  const kept = db
    .selectFrom('sync_runs')
    .select(['id', 'started_at as startedAt', 'started_by as startedBy', 'milliseconds', 'result', 'revision'])
    .select(['reason', 'changes'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', oldest)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1);
  const older = before
    ? kept.where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(before.startedAt, before.id)))
    : kept;
  const found = await older.execute();
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? { next: `${last.startedAt} ${last.id}` } : {};
  const syncs = page.map(({ reason, changes, ...run }) => ({
    ...run,
    ...(reason !== null && { reason }),
    changes: JSON.parse(changes) as TabChanges[],
  }));
  return { syncs, keptDays, ...next };
}

/** Removes entries beyond the retention period. */
export const purgeRuns = (db: Db, keptDays: number, now: Date) =>
  db
    .deleteFrom('sync_runs')
    .where('started_at', '<', new Date(now.getTime() - keptDays * DAY_MS).toISOString())
    .execute();
