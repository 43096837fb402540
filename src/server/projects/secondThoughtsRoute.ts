import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { projectAnswerSchema } from '../../contract/projects';
import { originOf } from '../http/originOf';
import type { Parts } from '../parts';
import type { Syncs } from '../sync/syncs';
import { giveNewAddress } from './newAddress';
import { requireProject, viewProject } from './projectsService';
import { restoreProject } from './restoreProject';

const schema = { params: Type.Object({ id: Type.String() }), response: { 200: projectAnswerSchema } };

/** `POST /api/projects/{id}/new-address` and `POST /api/projects/{id}/restore`. */
export function registerSecondThoughts(app: FastifyInstance, { db, settings }: Parts, syncs: Syncs): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.post('/api/projects/:id/new-address', { schema }, async (request) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    const moved = await giveNewAddress(db, syncs, project);
    return { project: await viewProject(db, moved, originOf(request, settings)) };
  });

  scope.post('/api/projects/:id/restore', { schema }, async (request) => {
    const { project, isBehind } = await restoreProject(db, request.person.id, request.params.id);
    const fresh = isBehind ? await syncs.sync(request.person, project.sheet_id) : project;
    return { project: await viewProject(db, fresh, originOf(request, settings)) };
  });
}
