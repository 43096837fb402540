import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { projectAnswerSchema, projectsAnswerSchema, projectUpdateSchema } from '../../contract/projects';
import { watchesOf } from '../google/push/watchesOf';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { createDriveSource } from '../sources/drive/driveSource';
import { createRefresher } from '../refresher/refresher';
import { googleSourceOf } from '../sources/google/googleSourceOf';
import { googleWritesOf } from '../sources/google/write/googleWritesOf';
import { createSources } from '../sources/sources';
import { refreshOnRead } from '../sync/refreshOnRead';
import { createSyncs } from '../sync/syncs';
import { purgeHourly } from './purgeProjects';
import { deleteProject, listPage, requireProject, viewProject } from './projectsService';
import { registerSecondThoughts } from './secondThoughtsRoute';
import { registerSheetCalls } from './sheetCallsRoute';
import { updateProject } from './updateProject';

const params = Type.Object({ id: Type.String() });
const querystring = Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false });
const response = { 200: projectAnswerSchema };

/** Milliseconds between two looks for syncs that another server has begun and, as it was killed, will never end. */
const RECOVERY_PAUSE = 30_000;

/** The calls of the specification, section 7, and what keeps projects fresh and tidy while the server runs. */
export function registerProjects(app: FastifyInstance, parts: Parts): void {
  const { db, workers, settings, patience, refresher: entry } = parts;
  const report = (error: unknown) => app.log.error({ err: error }, 'work in the background failed');
  const sources = createSources({ drive: createDriveSource(db), google: googleSourceOf(parts), ...patience });
  const googleWrites = googleWritesOf(parts);
  const recover = () => void syncs.recover().catch(report);
  const watches = watchesOf(parts, report);
  const refresher = createRefresher({ entry, db, settings, watches, report, cutOff: recover });
  const syncs = createSyncs({ db, workers, sources, report, inTurn: googleWrites.inTurn, ...patience });
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  app.addHook('onReady', async () => {
    recover();
    void googleWrites.recover().catch(report);
  });
  const timer = settings.databaseUrl === undefined ? undefined : setInterval(recover, RECOVERY_PAUSE).unref();
  const endRefreshing = refreshOnRead({
    ...{ db, report },
    refreshProject: (project) => syncs.refreshAway(project, refresher),
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    refresher.abort();
    await syncs.close();
    await endRefreshing();
    await refresher.close();
    googleWrites.close();
  });
  purgeHourly(app, db, report);
  registerSheetCalls(app, parts, { sources, syncs });
  registerSecondThoughts(app, parts, syncs);

  scope.get('/api/projects', { schema: { querystring, response: { 200: projectsAnswerSchema } } }, (request) =>
    listPage(db, request.person.id, originOf(request, settings), request.query.after),
  );

  scope.get('/api/projects/:id', { schema: { params, response } }, async (request) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    return { project: await viewProject(db, project, originOf(request, settings)) };
  });

  scope.put(
    '/api/projects/:id/update',
    { schema: { params, body: projectUpdateSchema, response } },
    async (request) => {
      const project = await requireProject(db, request.person.id, request.params.id);
      const updated = await updateProject({ db, workers, sources, syncs, report }, project, request.body);
      // SQLite answers without a turn of the event loop: others have theirs.
      await nextTurn();
      return { project: await viewProject(db, updated, originOf(request, settings)) };
    },
  );

  scope.delete('/api/projects/:id', { schema: { params } }, async (request, reply) => {
    await deleteProject(db, request.person.id, request.params.id);
    return reply.code(204).send();
  });
}
