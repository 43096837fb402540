import { countProjects } from '../auth/ownedProjects';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { planChoiceSchema, type PlansAnswer, plansAnswerSchema } from '../../contract/planCalls';
import { DRIVE_BYTES, type PlanName, planNames, plans } from '../../contract/plans';
import type { ServerEvents } from '../database/events';
import type { Parts } from '../parts';
import { invalidUpdate } from '../refusal';
import type { PlanLimits } from './planLimits';
import { planTooSmall, tooMuchFor } from './planRefusals';
import {
  driveBytesOf,
  firstHourOfMonth,
  lockedPlanNameOf,
  longestTab,
  planNameOf,
  projectIdsOf,
  requestsOf,
  setPlan,
  slowDown,
} from './plansRepository';

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

/** What plans are chosen with. */
interface PlansParts extends Pick<Parts, 'db' | 'settings'> {
  readonly planLimits: PlanLimits;
  readonly events: ServerEvents;
}

/** The table of plans, somebody's own, and what they use of it. */
export async function plansOf(
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  personId: string,
): Promise<PlansAnswer> {
  const longest = await longestTab(db, personId);
  return {
    mode: settings.plans,
    plan: settings.plans === 'tiered' ? await planNameOf(db, personId) : null,
    plans: planNames.map((id) => ({ id, ...plans[id] })),
    driveBytes: DRIVE_BYTES,
    used: {
      projects: await countProjects(db, personId),
      requestsThisMonth: await requestsOf(db, personId, firstHourOfMonth(Date.now())),
      rowsPerTab: Number(longest?.rows ?? 0),
      drive: await driveBytesOf(db, personId),
    },
  };
}

/** Changes a plan, unless more is there than it has room for. */
const change = ({ db }: Pick<Parts, 'db'>, personId: string, name: PlanName): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockedPlanNameOf(trx, personId);
    if (before === name) return;
    const used = { projects: await countProjects(trx, personId), longest: await longestTab(trx, personId) };
    const lines = tooMuchFor(plans[name], used);
    if (lines.length > 0) throw planTooSmall(lines);
    await setPlan(trx, personId, name);
    await slowDown(trx, personId, plans[name].shortestRefresh);
  });

/**
 * Chooses a plan; it counts at once. Projects that were refreshed more often than it allows are refreshed as often as it does.
 *
 * @throws Refusal `plan_too_small` when more is there than it has room for, `invalid_update` on a server without plans
 */
export async function choosePlan(parts: PlansParts, personId: string, name: PlanName) {
  if (parts.settings.plans !== 'tiered') {
    const detail = 'This server has no plans: its limits are up to whoever runs it.';
    throw invalidUpdate({ field: 'plan', detail });
  }
  await change(parts, personId, name);
  await parts.planLimits.refresh();
  for (const id of await projectIdsOf(parts.db, personId)) parts.events.projectChanged.emit(id);
}
