import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import {
  type SyncRun,
  type SyncsAnswer,
  syncsAnswerSchema,
  type SyncStarter,
  type TabChanges,
} from '../../contract/syncs';
import type { Db } from '../database/schema';
import type { ProjectsTable, SyncRunsTable } from '../database/tables/projects';
import type { Parts } from '../parts';
import type { PlanLimits } from '../plans/planLimits';
import { requireProject } from '../auth/ownedProjects';
import { Refusal } from '../refusal';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Entries per page. */
const PAGE_SIZE = 50;

/** A finished sync. */
export interface EndedSync {
  readonly startedAt: Date;
  readonly startedBy: SyncStarter;
  readonly changes: readonly TabChanges[];
  /** Reason of a failure; absent on success. */
  readonly reason?: string;
}

/** Adds an entry to a project's history, in the transaction that publishes the sync. */
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

/** Adds an entry to a project's history, unless the project was deleted. */
export async function recordRun(db: Db, projectId: string, ended: EndedSync): Promise<void> {
  const found = await db.selectFrom('projects').select('revision').where('id', '=', projectId).executeTakeFirst();
  if (found !== undefined) await insertRun(db, { id: projectId, ...found }, ended);
}

const viewOf = (run: SyncRunsTable): SyncRun => ({
  id: run.id,
  startedAt: run.started_at,
  startedBy: run.started_by,
  milliseconds: run.milliseconds,
  result: run.result,
  ...(run.reason !== null && { reason: run.reason }),
  changes: JSON.parse(run.changes) as TabChanges[],
  revision: run.revision,
});

/** Lists a project's history, newest first, within the retention period. */
export async function listRuns(
  db: Db,
  projectId: string,
  keptDays: number,
  before?: ReturnType<typeof beforeOf>,
): Promise<SyncsAnswer> {
  const oldest = new Date(Date.now() - keptDays * DAY_MS).toISOString();
  const all = db
    .selectFrom('sync_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('started_at', '>=', oldest)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE + 1);
  const filtered =
    before && all.where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(before.startedAt, before.id)));
  const found = await (filtered ?? all).execute();
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? { next: `${last.started_at} ${last.id}` } : {};
  return { syncs: page.map(viewOf), keptDays, ...next };
}

/** Removes entries beyond the retention period. */
export const purgeRuns = (db: Db, keptDays: number, now: Date) =>
  db
    .deleteFrom('sync_runs')
    .where('started_at', '<', new Date(now.getTime() - keptDays * DAY_MS).toISOString())
    .execute();

const schema = {
  params: Type.Object({ id: Type.String() }),
  querystring: Type.Object({ before: Type.Optional(Type.String()) }, { additionalProperties: false }),
  response: { 200: syncsAnswerSchema },
};

/** Parses the cursor of a page: the entry before its first one. @throws Refusal `invalid_parameter` */
function beforeOf(cursor: string) {
  const [, startedAt, id] = /^(\d{4}-[\d:.TZ-]+) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (startedAt === undefined || id === undefined) {
    const detail = 'This is not the end of a page. Take what stands in next as it is.';
    throw new Refusal('invalid_parameter', detail, { errors: [{ field: 'before', detail }] });
  }
  return { startedAt, id };
}

/** Dependencies of the history route. */
interface HistoryParts extends Pick<Parts, 'db'> {
  readonly planLimits: PlanLimits;
}

/** `GET /api/projects/{id}/syncs`: the history of a project, newest first. */
export function registerHistory(app: FastifyInstance, { db, planLimits }: HistoryParts): void {
  app.get('/api/projects/:id/syncs', { schema }, async (request) => {
    const { before } = request.query;
    const project = await requireProject(db, request.person.id, request.params.id);
    const keptDays = await planLimits.historyDays(request.person.id);
    return listRuns(db, project.id, keptDays, before === undefined ? undefined : beforeOf(before));
  });
}
