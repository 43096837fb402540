import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { syncsAnswerSchema } from '../../contract/syncs';
import { longestHistoryDays } from '../../contract/plans';
import type { Parts } from '../parts';
import { planLimitsOf } from '../plans/planLimits';
import { requireProject } from '../projects/projectsService';
import { Refusal } from '../refusal';
import { type Before, listRuns, purgeRuns } from './syncRuns';

const HOUR = 60 * 60 * 1000;

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

/** Removes old lines when the server starts and then every hour. */
function purgeHourly(app: FastifyInstance, { db, settings }: Parts) {
  const purge = () =>
    purgeRuns(db, longestHistoryDays(settings.plans), new Date()).catch((error: unknown) =>
      app.log.error({ err: error }, 'work in the background failed'),
    );
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => void (running = purge()), HOUR).unref();
  app.addHook('onReady', async () => void (running = purge()));
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
}

/** `GET /api/projects/{id}/syncs`: the history of a project, newest first. */
export function registerHistory(app: FastifyInstance, parts: Parts): void {
  const { db } = parts;
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();
  purgeHourly(app, parts);
  scope.get('/api/projects/:id/syncs', { schema }, async (request) => {
    const { before } = request.query;
    const project = await requireProject(db, request.person.id, request.params.id);
    const keptDays = await planLimitsOf({ db }).historyDays(request.person.id);
    return listRuns(db, project.id, keptDays, before === undefined ? undefined : beforeOf(before));
  });
}
