import type { FastifyInstance } from 'fastify';
import { apiPaths } from '../../contract/paths';
import { planChoiceSchema, type PlansAnswer, plansAnswerSchema } from '../../contract/planCalls';
import { DRIVE_BYTES, type PlanName, planNames, plans } from '../../contract/plans';
import { countProjects, projectIdsOf } from '../auth/ownedProjects';
import type { Db } from '../database/schema';
import type { Base, Parts } from '../parts';
import { invalidUpdate } from '../refusal';
import { callsThisMonth, driveBytesOf, lockedPlanNameOf, longestTabs, type PlanLimits, planNameOf } from './planLimits';
import { refuseSmallPlan } from './planRefusals';

const response = { 200: plansAnswerSchema };

/** `GET /api/plans`, and `PUT /api/plan`: without a payment provider, a choice takes effect at once. */
export function registerPlans(app: FastifyInstance, parts: PlansParts): void {
  app.get(apiPaths.plans, { schema: { response } }, ({ person }) => plansOf(parts, person.id));

  app.put(apiPaths.plan, { schema: { body: planChoiceSchema, response } }, async ({ person, body }) => {
    await choosePlan(parts, person.id, body.plan);
    return plansOf(parts, person.id);
  });
}

/** Dependencies of the plan routes. */
interface PlansParts extends Pick<Base, 'settings' | 'db' | 'events'> {
  readonly planLimits: PlanLimits;
}

/** Finds the tab with the most rows among a person's projects. */
const longestTab = (db: Db, personId: string) =>
  longestTabs(db).where('project.owner_id', '=', personId).where('project.deleted_at', 'is', null).executeTakeFirst();

/** Returns the table of plans, the person's plan, and its usage. */
export async function plansOf(
  { db, settings }: Pick<Parts, 'db' | 'settings'>,
  personId: string,
): Promise<PlansAnswer> {
  const longest = await longestTab(db, personId);
  const calls = callsThisMonth(db, Date.now()).where('person_id', '=', personId);
  return {
    mode: settings.plans,
    plan: settings.plans === 'tiered' ? await planNameOf(db, personId) : null,
    plans: planNames.map((id) => ({ id, ...plans[id] })),
    driveBytes: DRIVE_BYTES,
    used: {
      projects: await countProjects(db, personId),
      requestsThisMonth: Number((await calls.executeTakeFirst())?.requests ?? 0),
      rowsPerTab: Number(longest?.rows ?? 0),
      drive: await driveBytesOf(db, personId),
    },
  };
}

/** Changes a plan, unless the person's data exceeds it. */
const changePlan = ({ db }: Pick<Parts, 'db'>, personId: string, name: PlanName): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const before = await lockedPlanNameOf(trx, personId);
    if (before === name) return;
    refuseSmallPlan(plans[name], {
      projects: await countProjects(trx, personId),
      longest: await longestTab(trx, personId),
    });
    const chosen = { plan: name, chosen_at: new Date().toISOString() };
    await trx.updateTable('person_plans').set(chosen).where('person_id', '=', personId).execute();
    const { shortestRefresh } = plans[name];
    await trx
      .updateTable('projects')
      .set({ refresh_seconds: shortestRefresh })
      .where('owner_id', '=', personId)
      .where('refresh_seconds', '<', shortestRefresh)
      .execute();
  });

/**
 * Changes a person's plan at once. Projects with a shorter refresh interval than it allows get the shortest one allowed.
 *
 * @throws Refusal `plan_too_small` when the person's data exceeds it, `invalid_update` on a server without plans
 */
async function choosePlan(parts: PlansParts, personId: string, name: PlanName) {
  if (parts.settings.plans !== 'tiered') {
    const detail = 'This server has no plans: its limits are up to whoever runs it.';
    throw invalidUpdate({ field: 'plan', detail });
  }
  await changePlan(parts, personId, name);
  await parts.planLimits.refresh();
  for (const id of await projectIdsOf(parts.db, personId)) parts.events.projectChanged.emit(id);
}
