import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { trashAnswerSchema } from '../../contract/drive';
import { apiPaths } from '../../contract/paths';
import {
  projectAnswerSchema,
  projectsAnswerSchema,
  projectUpdateSchema,
  sheetPreviewSchema,
  sheetRequestSchema,
} from '../../contract/projects';
import { syncsAnswerSchema } from '../../contract/syncs';
import { requireProject } from '../auth/ownedProjects';
import type { ProjectsTable } from '../database/tables/projects';
import { findTrashed } from '../drive/trash';
import { clientGone } from '../http/client';
import { originOf } from '../http/originOf';
import { Refusal } from '../refusal';
import { findProjectOfSheet } from '../sync/syncRepository';
import { listRuns } from '../sync/syncRuns';
import { changeAddress, deleteProject, listDeleted, removeFromTrash, restoreProject } from './projectLifecycle';
import { checkSheet, listPage, viewProject } from './projectsService';
import { type ProjectServices, updateProject } from './updateProject';

const PROJECT = '/api/projects/:id';

const params = Type.Object({ id: Type.String() });
const querystring = Type.Object({ after: Type.Optional(Type.String()) }, { additionalProperties: false });
const historyQuery = Type.Object({ before: Type.Optional(Type.String()) }, { additionalProperties: false });
/** Query of a deletion: into the trash, or permanently. */
const deletion = Type.Object({ permanently: Type.Optional(Type.Literal('1')) }, { additionalProperties: false });
const response = { 200: projectAnswerSchema };
const schema = { params, response };

/** Maximum checks per person and minute. */
const checkRateLimit = { rateLimit: { max: 30, timeWindow: '1 minute' } };

/** Registers the calls of the specification, section 7, and further calls of a project's owner. */
export function registerProjects(app: FastifyInstance, services: ProjectServices): void {
  addReading(app, services);
  addSyncing(app, services);
  addChanging(app, services);
  addRemoving(app, services);
}

/** Returns the response with one project. */
const answerOf = async (services: ProjectServices, request: FastifyRequest, project: ProjectsTable) => ({
  project: await viewProject(services, project, originOf(request, services.settings)),
});

function addReading(app: FastifyInstance, services: ProjectServices): void {
  const { db, settings, sources, planLimits } = services;

  app.get('/api/projects', { schema: { querystring, response: { 200: projectsAnswerSchema } } }, (request) =>
    listPage(services, request.person.id, originOf(request, settings), request.query.after),
  );

  app.get(PROJECT, { schema }, async (request) =>
    answerOf(services, request, await requireProject(db, request.person.id, request.params.id)),
  );

  const checkSchema = { body: sheetRequestSchema, response: { 200: sheetPreviewSchema } };
  app.post('/api/projects/check', { schema: checkSchema, config: checkRateLimit }, (request, reply) =>
    checkSheet({ db, sources }, request.person, request.body.sheetId, clientGone(reply)),
  );

  const historySchema = { params, querystring: historyQuery, response: { 200: syncsAnswerSchema } };
  app.get(`${PROJECT}/syncs`, { schema: historySchema }, async ({ person, params, query }) => {
    const project = await requireProject(db, person.id, params.id);
    return listRuns(db, project.id, await planLimits.historyDays(person.id), query.before);
  });
}

function addSyncing(app: FastifyInstance, services: ProjectServices): void {
  const { db, syncs, planLimits } = services;

  app.post('/api/projects/sync', { schema: { body: sheetRequestSchema, response } }, async (request) => {
    const { person, body } = request;
    const known = await findProjectOfSheet(db, person.id, body.sheetId);
    if (known?.paused === 1) return answerOf(services, request, known);
    if (known !== undefined) {
      return answerOf(services, request, await syncs.syncExisting(person, body.sheetId, { reuseCheck: true }));
    }
    await planLimits.requireRoomForProject(person.id);
    return answerOf(services, request, await syncs.sync(person, body.sheetId, { reuseCheck: true }));
  });

  app.post(`${PROJECT}/sync`, { schema }, async (request) => {
    const known = await requireProject(db, request.person.id, request.params.id);
    if (known.paused === 1) {
      throw new Refusal('project_paused', 'This project is paused, so it is not synced. Resume it in Settings first.');
    }
    return answerOf(services, request, await syncs.syncExisting(request.person, known.sheet_id));
  });
}

function addChanging(app: FastifyInstance, services: ProjectServices): void {
  const { db } = services;

  app.put(`${PROJECT}/update`, { schema: { params, body: projectUpdateSchema, response } }, async (request) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    return answerOf(services, request, await updateProject(services, project, request.body));
  });

  app.post(`${PROJECT}/new-address`, { schema }, async (request) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    return answerOf(services, request, await changeAddress(services, project));
  });
}

function addRemoving(app: FastifyInstance, services: ProjectServices): void {
  const { db, syncs } = services;

  app.delete(PROJECT, { schema: { params, querystring: deletion } }, async (request, reply) => {
    const remove = request.query.permanently === undefined ? deleteProject : removeFromTrash;
    await remove(services, request.person.id, request.params.id);
    return reply.code(204).send();
  });

  app.post(`${PROJECT}/restore`, { schema }, async (request) => {
    const { project, isOutdated } = await restoreProject(services, request.person.id, request.params.id);
    const restored = isOutdated ? await syncs.syncExisting(request.person, project.sheet_id) : project;
    return answerOf(services, request, restored);
  });

  app.get(apiPaths.trash, { schema: { response: { 200: trashAnswerSchema } } }, async ({ person }) => ({
    projects: await listDeleted(db, person.id),
    spreadsheets: await findTrashed(db, person.id),
  }));
}
