import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { keyAnswerSchema, keyChangeSchema, keysAnswerSchema, madeKeySchema, newKeySchema } from '../../contract/keys';
import { requireProject } from '../auth/ownedProjects';
import { changeKey, revokeProjectKey, keysOf, type KeysParts, createKey } from './keysService';

const params = Type.Object({ id: Type.String() });
const keyParams = Type.Object({ id: Type.String(), keyId: Type.String() });

/** `GET` and `POST /api/projects/{id}/keys`, `PATCH` and `DELETE …/keys/{keyId}`: the keys of a person's own project. */
export function registerKeys(app: FastifyInstance, parts: KeysParts): void {
  const { db } = parts;
  app.get('/api/projects/:id/keys', { schema: { params, response: { 200: keysAnswerSchema } } }, async (request) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    return { keys: await keysOf(parts, project) };
  });

  app.post(
    '/api/projects/:id/keys',
    { schema: { params, body: newKeySchema, response: { 201: madeKeySchema } } },
    async (request, reply) => {
      const project = await requireProject(db, request.person.id, request.params.id);
      return reply.code(201).send(await createKey(parts, project, request.body));
    },
  );

  app.patch(
    '/api/projects/:id/keys/:keyId',
    { schema: { params: keyParams, body: keyChangeSchema, response: { 200: keyAnswerSchema } } },
    async (request) => {
      const project = await requireProject(db, request.person.id, request.params.id);
      return { key: await changeKey(parts, project, request.params.keyId, request.body) };
    },
  );

  app.delete('/api/projects/:id/keys/:keyId', { schema: { params: keyParams } }, async (request, reply) => {
    const project = await requireProject(db, request.person.id, request.params.id);
    await revokeProjectKey(parts, project, request.params.keyId);
    return reply.code(204).send();
  });
}
