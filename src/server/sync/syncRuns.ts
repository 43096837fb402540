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

const DAY = 24 * 60 * 60 * 1000;

/** Lines of one answer. */
const RUNS_PER_ANSWER = 50;

/** A sync that is over. */
export interface EndedSync {
  readonly startedAt: Date;
  readonly startedBy: SyncStarter;
  readonly changes: readonly TabChanges[];
  /** Why it failed; absent when it did not. */
  readonly reason?: string;
}

/** Writes a line into a project's history, where it is published. */
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

/** Writes a line into a project's history; a project that is gone has none. */
export async function noteRun(db: Db, projectId: string, ended: EndedSync): Promise<void> {
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

/** Where a page of the history begins: after this line. */
export interface Before {
  readonly startedAt: string;
  readonly id: string;
}

/** A project's history, newest first, as far back as it is kept. */
export async function listRuns(db: Db, projectId: string, keptDays: number, before?: Before): Promise<SyncsAnswer> {
  const oldest = new Date(Date.now() - keptDays * DAY).toISOString();
  const all = db
    .selectFrom('sync_runs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('started_at', '>=', oldest)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(RUNS_PER_ANSWER + 1);
  const asked =
    before && all.where((eb) => eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(before.startedAt, before.id)));
  const found = await (asked ?? all).execute();
  const page = found.slice(0, RUNS_PER_ANSWER);
  const last = page.at(-1);
  const next = found.length > page.length && last !== undefined ? { next: `${last.started_at} ${last.id}` } : {};
  return { syncs: page.map(viewOf), keptDays, ...next };
}

/** Removes lines that are older than they are kept. */
export const purgeRuns = (db: Db, keptDays: number, now: Date) =>
  db
    .deleteFrom('sync_runs')
    .where('started_at', '<', new Date(now.getTime() - keptDays * DAY).toISOString())
    .execute();

const schema = {
  params: Type.Object({ id: Type.String() }),
  querystring: Type.Object({ before: Type.Optional(Type.String()) }, { additionalProperties: false }),
  response: { 200: syncsAnswerSchema },
};

function beforeOf(cursor: string): Before {
  const [, startedAt, id] = /^(\d{4}-[\d:.TZ-]+) ([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (startedAt === undefined || id === undefined) {
    const detail = 'This is not the end of a page. Take what stands in next as it is.';
    throw new Refusal('invalid_parameter', detail, { errors: [{ field: 'before', detail }] });
  }
  return { startedAt, id };
}

/** What the history is read with. */
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
