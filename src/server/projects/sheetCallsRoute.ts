import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { projectAnswerSchema, sheetPreviewSchema, sheetRequestSchema } from '../../contract/projects';
import { clientGone } from '../clientGone';
import type { ProjectsTable } from '../database/tables/projects';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import { Refusal } from '../refusal';
import { planLimitsOf } from '../plans/planLimits';
import type { Sources } from '../sources/sources';
import type { Syncs } from '../sync/syncs';
import { checkSheet } from './checkSheet';
import { findProjectOfSheet } from './projectsRepository';
import { requireProject, viewProject } from './projectsService';

/** Checks a minute that one person may ask for. */
const checksAMinute = { rateLimit: { max: 30, timeWindow: '1 minute' } };

const params = Type.Object({ id: Type.String() });
const checkSchema = { body: sheetRequestSchema, response: { 200: sheetPreviewSchema } };
const syncSchema = { body: sheetRequestSchema, response: { 200: projectAnswerSchema } };
const syncNowSchema = { params, response: { 200: projectAnswerSchema } };

const paused = () =>
  new Refusal('project_paused', 'This project is paused, so it is not synced. Resume it in Settings first.');

/** The calls that ask a source: check, sync, and sync now. */
export function registerSheetCalls(
  app: FastifyInstance,
  { db, settings }: Parts,
  { sources, syncs }: { readonly sources: Sources; readonly syncs: Syncs },
): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.post('/api/projects/check', { schema: checkSchema, config: checksAMinute }, (request, reply) =>
    checkSheet({ db, sources }, request.person, request.body.sheetId, clientGone(reply)),
  );

  scope.post('/api/projects/sync', { schema: syncSchema }, async (request) => {
    const { person, body } = request;
    // SQLite answers without a turn of the event loop: others have theirs, before and after.
    await nextTurn();
    const known = await findProjectOfSheet(db, person.id, body.sheetId);
    if (known === undefined) await planLimitsOf({ db }).refuseProject(person.id);
    await nextTurn();
    const project = known?.paused === 1 ? known : await syncs.sync(person, body.sheetId, true);
    return { project: await viewProject(db, project, originOf(request, settings)) };
  });

  scope.post('/api/projects/:id/sync', { schema: syncNowSchema }, async (request) => {
    const known: ProjectsTable = await requireProject(db, request.person.id, request.params.id);
    if (known.paused === 1) throw paused();
    const project = await syncs.sync(request.person, known.sheet_id);
    return { project: await viewProject(db, project, originOf(request, settings)) };
  });
}
