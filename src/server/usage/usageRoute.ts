import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { usageAnswerSchema, usageQuerySchema } from '../../contract/usage';
import { usageFor, type UsageParts } from './usageService';

const schema = { querystring: usageQuerySchema, response: { 200: usageAnswerSchema } };

/** `GET /api/usage`: how often the person's endpoints were called, and what is left of the plan. */
export function registerUsage(app: FastifyInstance, parts: UsageParts): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.get(apiPaths.usage, { schema }, ({ person, query }) => usageFor(parts, person.id, query));
}
