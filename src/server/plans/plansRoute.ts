import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { planChoiceSchema, plansAnswerSchema } from '../../contract/planCalls';
import { choosePlan, plansOf, type PlansParts } from './plansService';

const response = { 200: plansAnswerSchema };

/** `GET /api/plans`, and `PUT /api/plan`: with no provider of payments, what is chosen takes effect at once. */
export function registerPlans(app: FastifyInstance, parts: PlansParts): void {
  const scope = app.withTypeProvider<TypeBoxTypeProvider>();

  scope.get(apiPaths.plans, { schema: { response } }, ({ person }) => plansOf(parts, person.id));

  scope.put(apiPaths.plan, { schema: { body: planChoiceSchema, response } }, async ({ person, body }) => {
    await choosePlan(parts, person.id, body.plan);
    return plansOf(parts, person.id);
  });
}
